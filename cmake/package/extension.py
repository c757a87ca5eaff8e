#!/usr/bin/env python3
"""extension.py SOURCES LICENCE INTO: the editor's extension as one file, lockstep-VERSION.vsix, whose path is printed.

A .vsix is a zip of three parts: the folder `extension`, the extension's manifest for the editors, and the types of the files.
"""

import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{displayName}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{}</Types>
"""
TYPE_OF = {".json": "application/json", ".js": "application/javascript", ".txt": "text/plain", ".vsixmanifest": "text/xml", ".md": "text/markdown", ".png": "image/png"}


def manifest(package):
    quoted = {name: quoteattr(package[name]) for name in ("name", "version", "publisher")}
    return MANIFEST.format(**quoted, displayName=escape(package["displayName"]), description=escape(package["description"]),
                           categories=escape(",".join(package["categories"])), engine=quoteattr(package["engines"]["vscode"]))


def main():
    sources, licence, into = map(pathlib.Path, sys.argv[1:])
    package = json.loads((sources / "package.json").read_text(encoding="utf-8"))
    files = {f"extension/{path.relative_to(sources)}": path.read_bytes() for path in sorted(sources.rglob("*")) if path.is_file()}
    assert "extension/" + package["main"].removeprefix("./") in files, f"{sources} lacks {package['main']}"
    files = {"extension.vsixmanifest": manifest(package).encode(), "extension/LICENSE.txt": licence.read_bytes(), **files}
    endings = sorted({pathlib.Path(name).suffix for name in files})
    types = TYPES.format("".join(f'<Default Extension="{ending}" ContentType="{TYPE_OF[ending]}"/>' for ending in endings))
    target = into / f"{package['name']}-{package['version']}.vsix"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**files, "[Content_Types].xml": types.encode()}.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    print(target)


main()
