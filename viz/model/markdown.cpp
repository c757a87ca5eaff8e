#include "viz/model/markdown.h"

#include <md4c.h>

#include <algorithm>

namespace lockstep::viz {
namespace {

// Assembles the events of md4c to blocks.
class Builder {
 public:
  std::vector<Block> Take() && { return std::move(blocks_); }

  void Enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_H:
        Open({.kind = BlockKind::kHeading, .level = int(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level)});
        break;
      case MD_BLOCK_CODE: {
        const MD_ATTRIBUTE& info = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->info;
        Open({.kind = BlockKind::kCode, .info = std::string(info.text ? info.text : "", info.size)});
        break;
      }
      case MD_BLOCK_HR: Open({.kind = BlockKind::kRule}); break;
      case MD_BLOCK_P: OpenText(); break;
      case MD_BLOCK_QUOTE: ++quotes_; break;
      case MD_BLOCK_UL: lists_.push_back({.numbered = false}); break;
      case MD_BLOCK_OL:
        lists_.push_back({.numbered = true, .next = int(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start)});
        break;
      case MD_BLOCK_LI: OpenItem(); break;
      case MD_BLOCK_THEAD: in_head_ = true; break;
      case MD_BLOCK_TR: Open({.kind = BlockKind::kTableRow, .head = in_head_}); break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD: blocks_.back().cells.emplace_back(); break;
      default: break;
    }
  }

  void Leave(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_QUOTE: --quotes_; break;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL: lists_.pop_back(); break;
      case MD_BLOCK_LI: item_is_fresh_ = false; break;
      case MD_BLOCK_THEAD: in_head_ = false; break;
      default: break;
    }
  }

  void EnterSpan(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_STRONG) ++strong_;
    if (type == MD_SPAN_EM) ++emphasis_;
    if (type == MD_SPAN_CODE) ++code_;
    if (type == MD_SPAN_A) {
      const auto& href = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
      link_.assign(href.text, href.size);
    }
    if (type == MD_SPAN_IMG) {
      const auto& source = static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src;
      if (!blocks_.empty() && blocks_.back().kind == BlockKind::kParagraph && IsBlank(blocks_.back()))
        blocks_.pop_back();
      Open({.kind = BlockKind::kImage, .text = std::string(source.text, source.size)});
      after_image_ = false;
    }
  }

  void LeaveSpan(MD_SPANTYPE type) {
    if (type == MD_SPAN_STRONG) --strong_;
    if (type == MD_SPAN_EM) --emphasis_;
    if (type == MD_SPAN_CODE) --code_;
    if (type == MD_SPAN_A) link_.clear();
    if (type == MD_SPAN_IMG) after_image_ = true;
  }

  void Text(MD_TEXTTYPE type, std::string_view text) {
    if (blocks_.empty()) return;
    if (type == MD_TEXT_SOFTBR) text = " ";
    if (type == MD_TEXT_BR) text = "\n";
    if (type == MD_TEXT_ENTITY) text = Entity(text);
    if (after_image_) {
      if (text == " ") return;
      after_image_ = false;
      Open({.kind = BlockKind::kParagraph});
    }
    Block& block = blocks_.back();
    if (block.kind == BlockKind::kCode) {
      block.text += text;
      return;
    }
    auto& runs = block.kind == BlockKind::kTableRow && !block.cells.empty() ? block.cells.back() : block.runs;
    runs.push_back({std::string(text), strong_ > 0, emphasis_ > 0, code_ > 0, link_});
  }

 private:
  struct List {
    bool numbered = false;
    int next = 1;
  };

  static bool IsBlank(const Block& block) {
    return std::ranges::all_of(block.runs, [](const TextRun& run) { return run.text == " "; });
  }

  void Open(Block block) { blocks_.push_back(std::move(block)); }

  // A loose item contains paragraphs: the first one becomes the item itself.
  void OpenText() {
    after_image_ = false;
    if (item_is_fresh_) {
      item_is_fresh_ = false;
      return;
    }
    if (quotes_ > 0)
      Open({.kind = BlockKind::kQuote});
    else if (!lists_.empty())
      Open({.kind = BlockKind::kItem, .level = int(lists_.size()), .number = -1});
    else
      Open({.kind = BlockKind::kParagraph});
  }

  void OpenItem() {
    List& list = lists_.back();
    Open({.kind = BlockKind::kItem, .level = int(lists_.size()), .number = list.numbered ? list.next++ : 0});
    item_is_fresh_ = true;
    after_image_ = false;
  }

  static std::string_view Entity(std::string_view entity) {
    if (entity == "&lt;") return "<";
    if (entity == "&gt;") return ">";
    if (entity == "&amp;") return "&";
    if (entity == "&quot;") return "\"";
    if (entity == "&nbsp;") return "\u00a0";
    if (entity == "&times;") return "×";
    return entity;
  }

  std::vector<Block> blocks_;
  std::vector<List> lists_;
  int quotes_ = 0, strong_ = 0, emphasis_ = 0, code_ = 0;
  bool in_head_ = false, item_is_fresh_ = false, after_image_ = false;
  std::string link_;
};

}  // namespace

std::vector<Block> ReadMarkdown(std::string_view markdown) {
  MD_PARSER parser{};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_PERMISSIVEAUTOLINKS | MD_FLAG_NOHTML;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
    static_cast<Builder*>(to)->Enter(type, detail);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* to) {
    static_cast<Builder*>(to)->Leave(type);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* to) {
    static_cast<Builder*>(to)->EnterSpan(type, detail);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* to) {
    static_cast<Builder*>(to)->LeaveSpan(type);
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* to) {
    static_cast<Builder*>(to)->Text(type, {text, size});
    return 0;
  };
  Builder builder;
  md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &builder);
  return std::move(builder).Take();
}

}  // namespace lockstep::viz
