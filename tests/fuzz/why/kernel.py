"""Random kernels, and an interpreter that notes what each value was computed from.

An expression is text and a function of a thread's state: state -> (value, inputs). The inputs are Write objects: what an
operand's bytes were last written by. All values are unsigned and 32 bits wide.
"""

MASK = 0xFFFFFFFF
THREADS = 4
CELLS = 16  # of each array of the program


class Write:
    """`kind` is the word of a link that has no inputs: an argument, an index, the host; empty: computed from `inputs`."""

    def __init__(self, place, value, inputs=(), kind=""):
        self.place, self.value, self.inputs, self.kind = place, value, list(inputs), kind

    def text(self):
        return "" if self.value is None else str(self.value)


class Thread:
    """Of one thread: its cells by place, in the innermost call."""

    def __init__(self, index, memory):
        self.index, self.memory = index, memory
        self.locals = {}

    def get(self, place):
        return self.locals[place]

    def put(self, place, value, inputs):
        self.locals[place] = Write(place, value & MASK, inputs)


BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
}


class Function:
    """A device function of two parameters."""

    def __init__(self, name, random, earlier):
        self.name, self.form = name, random.randrange(5)
        self.number, self.op = random.randrange(1, 9), random.choice(list(BINARY))
        self.inner = random.choice(earlier) if earlier and random.randrange(2) else None

    def text(self):
        c, op, head = self.number, self.op, f"__device__ unsigned {self.name}(unsigned a, unsigned b) {{\n"
        inner = f"{self.inner.name}(b, a)" if self.inner else "b"
        body = {
            0: f"  return a * {c} {op} {inner};\n",
            1: f"  unsigned t = a {op} b; if (t & 1) return t;\n  return {inner} + {c};\n",
            2: f"  if (a > b) {{ return a - b; }} else return b {op} {c};\n",
            3: f"  Pair p = {{a, {c}}};\n  p.second += b; Pair q = p;\n  return q.second {op} q.first;\n",
            4: f"  unsigned s = a;\n  for (unsigned k = 0, n = {c % 3 + 1}; k < n; ++k) s = s {op} k;\n  return s;\n",
        }[self.form]
        return head + body + "}\n"

    def call(self, thread, a, b):
        """The value and inputs of the return expression; a and b are (value, inputs)."""
        caller = thread.locals
        thread.locals = {}
        thread.put("a", *a)
        thread.put("b", *b)
        value, inputs = self.body(thread)
        thread.locals = caller
        return value & MASK, [Write(self.name + "()", None, inputs)]

    def body(self, thread):
        get, put, c, op = thread.get, thread.put, self.number, BINARY[self.op]
        a, b = get("a"), get("b")

        def inner():
            if self.inner:
                return self.inner.call(thread, (b.value, [b]), (a.value, [a]))
            return b.value, [b]

        if self.form == 0:
            value, inputs = inner()
            return op(a.value * c & MASK, value), [a, *inputs]
        if self.form == 1:
            put("t", op(a.value, b.value), [a, b])
            if get("t").value & 1:
                return get("t").value, [get("t")]
            value, inputs = inner()
            return value + c, inputs + [get("t")]  # the condition decides which return it is
        if self.form == 2:
            return (a.value - b.value, [a, b]) if a.value > b.value else (op(b.value, c), [b, a])
        if self.form == 3:
            put("p.first", a.value, [a])
            put("p.second", c, [])
            put("p.second", get("p.second").value + b.value, [get("p.second"), b])
            for member in ("first", "second"):
                put("q." + member, get("p." + member).value, [get("p." + member)])
            return op(get("q.second").value, get("q.first").value), [get("q.second"), get("q.first")]
        put("s", a.value, [a])
        put("k", 0, [])
        put("n", c % 3 + 1, [])
        while get("k").value < get("n").value:
            put("s", op(get("s").value, get("k").value), [get("s"), get("k")])
            put("k", get("k").value + 1, [get("k")])
        return get("s").value, [get("s")]


class Meeting:
    """A statement that all lanes execute together: `step(thread, brought)`, where `brought` is what the expression is in each."""

    def __init__(self, expression, step):
        self.expression, self.step = expression, step

    def __call__(self, threads):
        brought = [self.expression(thread) for thread in threads]
        for thread in threads:
            self.step(thread, brought)


class Kernel:
    def __init__(self, random):
        self.random = random
        self.functions = []
        for i in range(3):
            self.functions.append(Function(f"f{i}", random, list(self.functions)))
        self.scalars, self.arrays, self.pairs, self.next = [], [], [], 0
        self.lines, self.steps = [], []
        self.host = [random.randrange(100) for _ in range(CELLS)]
        self.argument = random.randrange(50)
        self.make()
        self.final = self.interpret()

    # --- expressions

    def expression(self, depth=2):
        forms = ["leaf"] if depth == 0 else ["leaf", "binary", "binary", "binary", "choice", "call", "and"]
        return getattr(self, "make_" + self.random.choice(forms))(depth)

    def make_leaf(self, _):
        forms = ["literal", "index", "argument", "read", "read"]
        forms += ["scalar"] * 3 * bool(self.scalars) + ["element"] * 3 * bool(self.arrays) + ["member"] * 2 * bool(self.pairs)
        return getattr(self, "leaf_" + self.random.choice(forms))()

    def leaf_literal(self):
        value = self.random.randrange(1, 20)
        return f"{value}u", lambda t: (value, [])

    def leaf_index(self):
        return "threadIdx.x", lambda t: (t.index, [Write("threadIdx.x", t.index, kind="index")])

    def leaf_argument(self):
        return "argument", lambda t: (self.argument, [Write("argument", self.argument, kind="argument")])

    def leaf_read(self):
        shift = self.random.randrange(CELLS - THREADS)

        def read(t):
            place = f"given[{t.index + shift}]"
            return self.host[t.index + shift], [Write(place, self.host[t.index + shift], kind="host")]

        return f"given[threadIdx.x + {shift}]", read

    def of_place(self, place):
        return lambda t: (t.get(place(t)).value, [t.get(place(t))])

    def leaf_scalar(self):
        name = self.random.choice(self.scalars)
        return name, self.of_place(lambda t: name)

    def leaf_member(self):
        place = self.random.choice(self.pairs) + "." + self.random.choice(("first", "second"))
        return place, self.of_place(lambda t: place)

    def leaf_element(self):
        text, place = self.element()
        return text, self.of_place(place)

    def element(self):
        name = self.random.choice(self.arrays)
        if self.random.randrange(3) == 0:
            number = self.random.randrange(4)
            return f"{name}[{number}]", lambda t: f"{name}[{number}]"
        text, index = self.index()
        return f"{name}[{text}]", lambda t: f"{name}[{index(t)}]"

    def index(self):
        shift = self.random.randrange(4)
        if self.scalars and self.random.randrange(2):
            scalar = self.random.choice(self.scalars)
            return f"({scalar} + {shift}) % 4", lambda t: (t.get(scalar).value + shift) % (MASK + 1) % 4
        return f"(threadIdx.x + {shift}) % 4", lambda t: (t.index + shift) % 4

    def make_binary(self, depth):
        (a_text, a), (b_text, b) = self.expression(depth - 1), self.expression(depth - 1)
        op = self.random.choice(list(BINARY))

        def compute(t):
            (x, from_x), (y, from_y) = a(t), b(t)
            return BINARY[op](x, y) & MASK, from_x + from_y

        return f"({a_text} {op} {b_text})", compute

    def make_choice(self, depth):
        (c_text, c), (a_text, a), (b_text, b) = self.make_leaf(0), self.expression(depth - 1), self.expression(depth - 1)

        def compute(t):
            chosen, because = c(t)
            value, inputs = a(t) if chosen & 1 else b(t)
            return value, inputs + because

        return f"(({c_text} & 1) ? {a_text} : {b_text})", compute

    def make_and(self, depth):
        (a_text, a), (b_text, b) = self.make_leaf(0), self.make_leaf(0)

        def compute(t):
            x, from_x = a(t)
            if x <= 3:
                return 0, from_x
            y, from_y = b(t)
            return int(y > 5), from_x + from_y

        return f"unsigned({a_text} > 3 && {b_text} > 5)", compute

    def make_call(self, depth):
        function = self.random.choice(self.functions)
        (a_text, a), (b_text, b) = self.expression(depth - 1), self.expression(depth - 1)
        return f"{function.name}({a_text}, {b_text})", lambda t: function.call(t, a(t), b(t))

    # --- statements

    def name(self):
        self.next += 1
        return f"v{self.next}"

    def make(self):
        self.declare_scalar()
        self.declare_array()
        self.declare_pair()
        for _ in range(self.random.randrange(6, 14)):
            getattr(self, self.random.choice((
                "declare_scalar", "declare_scalar", "declare_array", "declare_pair", "assign", "assign", "compound",
                "set_element", "set_element", "set_member", "copy_pair", "count_up", "loop", "by_reference", "reference",
                "two", "branch", "shuffle", "shuffle", "together")))()
        for i in range(3):
            self.store(i)
        self.store_pair()
        self.add_atomically()

    def add(self, text, step):
        self.lines.append(text)
        self.steps.append(step)

    def assign_to(self, text, place, operation=""):
        e_text, e = self.expression()

        def step(t):
            value, inputs = e(t)
            where = place(t)
            if operation:
                old = t.get(where)
                value, inputs = BINARY[operation](old.value, value), inputs + [old]
            t.put(where, value, inputs)

        self.add(f"{text} {operation}= {e_text};", step)

    def declare_scalar(self):
        name = self.name()
        self.assign_to("unsigned " + name, lambda t: name)
        self.scalars.append(name)

    def assign(self):
        name = self.random.choice(self.scalars)
        self.assign_to(name, lambda t: name)

    def compound(self):
        name = self.random.choice(self.scalars)
        self.assign_to(name, lambda t: name, self.random.choice(list(BINARY)))

    def two(self):
        """Two statements on one line."""
        self.assign()
        self.assign()
        second, first = self.lines.pop(), self.lines.pop()
        self.lines.append(first + " " + second)

    def declare_array(self):
        name = self.name()
        (e_text, e), scale = self.make_leaf(0), self.random.randrange(1, 9)

        def step(t):
            t.put("i", 0, [])
            while t.get("i").value < 4:
                value, inputs = e(t)
                t.put(f"{name}[{t.get('i').value}]", t.get("i").value * scale + value, [t.get("i")] + inputs)
                t.put("i", t.get("i").value + 1, [t.get("i")])

        self.add(f"unsigned {name}[4]; for (unsigned i = 0; i < 4; ++i) {name}[i] = i * {scale} + {e_text};", step)
        self.arrays.append(name)

    def set_element(self):
        text, place = self.element()
        self.assign_to(text, place, self.random.choice(["", *BINARY]))

    def declare_pair(self):
        name = self.name()
        (a_text, a), (b_text, b) = self.expression(1), self.expression(1)

        def step(t):
            first, second = a(t), b(t)
            t.put(name + ".first", *first)
            t.put(name + ".second", *second)

        self.add(f"Pair {name} = {{{a_text}, {b_text}}};", step)
        self.pairs.append(name)

    def set_member(self):
        place = self.random.choice(self.pairs) + "." + self.random.choice(("first", "second"))
        self.assign_to(place, lambda t: place, self.random.choice(["", *BINARY]))

    def copy_pair(self):
        name, source = self.name(), self.random.choice(self.pairs)

        def step(t):
            for member in (".first", ".second"):
                t.put(name + member, t.get(source + member).value, [t.get(source + member)])

        self.add(f"Pair {name} = {source};", step)
        self.pairs.append(name)

    def count_up(self):
        name, source = self.name(), self.random.choice(self.scalars)

        def step(t):
            old = t.get(source)
            t.put(source, old.value + 1, [old])
            t.put(name, old.value + 2, [old])

        self.add(f"unsigned {name} = {source}++ + 2;", step)
        self.scalars.append(name)

    def loop(self):
        name = self.name()
        e_text, e = self.expression(1)
        (s_text, s) = self.make_leaf(0)

        def step(t):
            t.put(name, *s(t))
            t.put("k", 0, [])
            while t.get("k").value < 3:
                value, inputs = e(t)
                t.put(name, t.get(name).value + (value ^ t.get("k").value), [t.get(name), t.get("k")] + inputs)
                t.put("k", t.get("k").value + 1, [t.get("k")])

        self.add(f"unsigned {name} = {s_text}; for (unsigned k = 0; k < 3; ++k) {{ {name} += {e_text} ^ k; }}", step)
        self.scalars.append(name)

    def by_reference(self):
        text, place = self.element()
        e_text, e = self.expression(1)

        def step(t):
            where, given = place(t), e(t)
            old, x = t.get(where), Write("x", given[0], given[1])
            t.put(where, old.value * 3 + x.value, [old, x])

        self.add(f"change({text}, {e_text});", step)

    def reference(self):
        name = self.name()
        text, place = self.element()
        e_text, e = self.make_leaf(0)

        def step(t):
            where = place(t)
            old, (value, inputs) = t.get(where), e(t)
            t.put(where, old.value ^ value, [old] + inputs)

        self.add(f"unsigned& {name} = {text};\n  {name} ^= {e_text};", step)

    def branch(self):
        c_text, c = self.make_leaf(0)
        name = self.random.choice(self.scalars)
        (a_text, a), (b_text, b) = self.expression(1), self.expression(1)
        self.add(f"if ({c_text} & 1) {name} = {a_text}; else {{ {name} = {b_text}; }}",
                 lambda t: t.put(name, *(a(t) if c(t)[0] & 1 else b(t))))

    # --- with the other lanes: what each has brought is known before any of them goes on

    def shuffle(self):
        name = self.name()
        (e_text, e), (a_text, a) = self.expression(), self.make_leaf(0)
        by = self.random.randrange(THREADS)
        call, asked = self.random.choice((
            ("__shfl_sync", lambda lane: by),
            ("__shfl_xor_sync", lambda lane: lane ^ by),
            ("__shfl_up_sync", lambda lane: lane - by if lane >= by else lane),
            ("__shfl_down_sync", lambda lane: lane + by if lane + by < THREADS else lane),
        ))

        def step(t, brought):
            lane = asked(t.index)
            value, inputs = brought[lane]
            more, others = a(t)
            t.put(name, value ^ more, [Write(f"lane {lane}", None, inputs)] + others)

        self.add(f"unsigned {name} = {call}(0xf, {e_text}, {by}, {THREADS}) ^ {a_text};", Meeting(e, step))
        self.scalars.append(name)

    def together(self):
        name = self.name()
        e_text, e = self.expression()
        text, become = self.random.choice((
            (f"__ballot_sync(0xf, {e_text} > 9)", lambda v: sum((x > 9) << i for i, x in enumerate(v))),
            (f"unsigned(__any_sync(0xf, {e_text} > 9))", lambda v: int(any(x > 9 for x in v))),
            (f"unsigned(__all_sync(0xf, {e_text} > 9))", lambda v: int(all(x > 9 for x in v))),
            (f"__reduce_add_sync(0xf, {e_text})", sum),
            (f"__reduce_max_sync(0xf, {e_text})", max),
        ))

        def step(t, brought):
            lanes = [Write(f"lane {i}", None, inputs) for i, (_, inputs) in enumerate(brought)]
            t.put(name, become([value for value, _ in brought]), [Write(f"what {THREADS} lanes brought", None, lanes)])

        self.add(f"unsigned {name} = {text};", Meeting(e, step))
        self.scalars.append(name)

    # --- to memory: each thread has cells of its own

    def store(self, i):
        e_text, e = self.expression()

        def step(t):
            value, inputs = e(t)
            place = f"out[{THREADS * i + t.index}]"
            t.memory[place] = Write(place, value & MASK, inputs)

        self.add(f"out[{THREADS * i} + threadIdx.x] = {e_text};", step)

    def store_pair(self):
        form = self.random.randrange(3)
        name = self.random.choice(self.pairs)
        (a_text, a), (b_text, b) = self.expression(1), self.expression(1)

        def step(t):
            for member, e in (("first", a), ("second", b)):
                place = f"twos[{t.index}].{member}"
                old = t.get(f"{name}.{member}")
                t.memory[place] = Write(place, *(e(t) if form else (old.value, [old])))

        text = {0: name, 1: f"{{{a_text}, {b_text}}}", 2: f"both({a_text}, {b_text})"}[form]
        if form == 2:
            def step(t):  # noqa: F811
                for member, e in (("first", a), ("second", b)):
                    place = f"twos[{t.index}].{member}"
                    value, inputs = e(t)
                    p = Write("p." + member, value, [Write("ab"[member == "second"], value, inputs)])
                    t.memory[place] = Write(place, value, [Write("both()", None, [p])])
        self.add(f"twos[threadIdx.x] = {text};", step)

    def add_atomically(self):
        e_text, e = self.expression(1)

        def step(t):
            place = f"sums[{t.index}]"
            value, inputs = e(t)
            t.memory[place] = Write(place, 7 + value & MASK, inputs + [Write(place, 7, kind="host")])

        self.add(f"atomicAdd(sums + threadIdx.x, {e_text});", step)

    def interpret(self):
        memory = {}
        threads = [Thread(index, memory) for index in range(THREADS)]
        for step in self.steps:
            if isinstance(step, Meeting):
                step(threads)
                continue
            for thread in threads:
                step(thread)
        return list(memory.values())

    def text(self):
        host = ", ".join(map(str, self.host))
        return f"""struct Pair {{
  unsigned first, second;
}};
__device__ void change(unsigned& place, unsigned x) {{ place = place * 3 + x; }}
__device__ Pair both(unsigned a, unsigned b) {{
  Pair p = {{a, b}};
  return p;
}}
{"".join(function.text() for function in self.functions)}
__global__ void compute(const unsigned* given, unsigned* out, Pair* twos, unsigned* sums, unsigned argument) {{
  {chr(10).join("  " + line for line in self.lines).strip()}
}}

int main() {{
  unsigned from[] = {{{host}}}, sevens[{THREADS}] = {{7, 7, 7, 7}};
  unsigned *given, *out, *sums;
  Pair* twos;
  cudaMalloc(&given, sizeof from);
  cudaMalloc(&out, {CELLS} * sizeof *out);
  cudaMalloc(&twos, {THREADS} * sizeof *twos);
  cudaMalloc(&sums, sizeof sevens);
  cudaMemcpy(given, from, sizeof from, cudaMemcpyHostToDevice);
  cudaMemcpy(sums, sevens, sizeof sevens, cudaMemcpyHostToDevice);
  compute<<<1, {THREADS}>>>(given, out, twos, sums, {self.argument});
  return cudaDeviceSynchronize();
}}
"""
