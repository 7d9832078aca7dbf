"""Generates small tasks for tests of campaigns."""

PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"


def make_tasks(directory, count):
    """Tasks of which every second one is unsafe, with expected verdicts."""
    directory.mkdir(parents=True)
    (directory / "reach.prp").write_text(PROPERTY)
    for i in range(count):
        is_safe = i % 2 == 0
        (directory / f"task{i:03}.c").write_text(
            "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
            f"int main(void) {{\n  int x = __VERIFIER_nondet_int();\n"
            f"  if (x > {i} && x {'<' if is_safe else '>'} {i + 1}) reach_error();\n  return 0;\n}}\n")
        (directory / f"task{i:03}.yml").write_text(
            f"format_version: '2.0'\ninput_files: task{i:03}.c\nproperties:\n  - property_file: reach.prp\n"
            f"    expected_verdict: {'true' if is_safe else 'false'}\n")


def make_hard_task(directory):
    """A task that no solver decides within a minute: the prime number 2^62 - 57 is no product of two words."""
    directory.mkdir(parents=True)
    (directory / "reach.prp").write_text(PROPERTY)
    (directory / "hard.c").write_text(
        "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
        "int main(void) {\n  unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();\n"
        "  if (x * y == 4611686018427387847ULL) reach_error();\n  return 0;\n}\n")
    (directory / "hard.yml").write_text(
        "format_version: '2.0'\ninput_files: hard.c\nproperties:\n  - property_file: reach.prp\n"
        "    expected_verdict: true\n")


def answers_in(tsv):
    """The rows of a TSV file as (task, engine, verdict, outcome), sorted."""
    lines = [line.split("\t") for line in tsv.read_text().splitlines()]
    columns = [lines[0].index(name) for name in ("task", "engine", "verdict", "outcome")]
    return sorted(tuple(line[column] for column in columns) for line in lines[1:])
