#include "report/source_marks.h"

#include "program/wto.h"
#include "property/property.h"

namespace pendulum::report {

namespace {

/// Does the edge stand for a construct that is not modelled? A violation that the interpreter alone cannot
/// confirm is unsupported as well, but proofs have to exclude it anyway.
bool is_unsupported_construct(const program::Edge& edge) {
  return edge.is_unsupported &&
         property::parse_violation(edge.violation).property == property::Property::Reach;
}

/// The name of the construct, without its location.
std::string construct_of(const program::Edge& edge) {
  std::string text = property::parse_violation(edge.violation).what;
  const std::string place = " at " + edge.where.to_string();
  if (text.ends_with(place)) text.resize(text.size() - place.size());
  return text;
}

class Marks {
 public:
  void add(SourceMark::Kind kind, const program::SourceLocation& where, const std::string& text) {
    if (where.is_known()) marks_.insert({kind, where.file, where.line, where.column, where.function, text});
  }
  std::vector<SourceMark> take() const { return {marks_.begin(), marks_.end()}; }

 private:
  std::set<SourceMark> marks_;
};

void add_inputs(Marks& marks, const program::Edge& edge, const std::set<std::string>& undefined) {
  for (const program::Input& input : edge.inputs) {
    const program::InputOrigin& origin = input.origin;
    const program::SourceLocation& where = origin.where.is_known() ? origin.where : edge.where;
    if (origin.kind == program::InputOrigin::Kind::Call && undefined.contains(origin.name))
      marks.add(SourceMark::Kind::External, where, origin.name);
    if (origin.kind == program::InputOrigin::Kind::Havoc)
      marks.add(SourceMark::Kind::Havoc, where, origin.name);
  }
}

}  // namespace

std::vector<SourceMark> source_marks(const program::Program& program,
                                     const std::set<std::string>& undefined) {
  Marks marks;
  const program::Wto order(program);
  for (program::LocationId id = 0; id < program.locations().size(); ++id)
    if (order.is_reachable(id) && order.is_head(id))
      marks.add(SourceMark::Kind::Loop, program.location(id).where, "");
  for (const program::Edge& edge : program.edges()) {
    if (is_unsupported_construct(edge))
      marks.add(SourceMark::Kind::Unsupported, edge.where, construct_of(edge));
    add_inputs(marks, edge, undefined);
  }
  return marks.take();
}

std::set<std::string> source_files(const program::Program& program) {
  std::set<std::string> names;
  for (const program::Location& location : program.locations())
    if (location.where.is_known()) names.insert(location.where.file);
  for (const program::Edge& edge : program.edges())
    if (edge.where.is_known()) names.insert(edge.where.file);
  return names;
}

}  // namespace pendulum::report
