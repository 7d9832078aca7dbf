"""Checks a SARIF 2.1.0 document against the rules of the standard that apply to Pendulum's results.

The section numbers are those of "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", OASIS 2020.
"""
import pathlib
import re
import urllib.parse

LEVELS = ("none", "note", "warning", "error")
KINDS = ("pass", "open", "informational", "notApplicable", "review", "fail")
IMPORTANCES = ("important", "essential", "unimportant")
BASE = "%SRCROOT%"
# The properties of each object that Pendulum writes; the schema allows no others than those of the standard.
PROPERTIES = {
    "sarifLog": {"$schema", "version", "runs"},
    "run": {"tool", "invocations", "originalUriBaseIds", "artifacts", "columnKind", "results"},
    "artifact": {"location"},
    "artifactLocation": {"uri", "uriBaseId"},
    "tool": {"driver"},
    "toolComponent": {"name", "version", "rules"},
    "reportingDescriptor": {"id", "shortDescription", "defaultConfiguration"},
    "invocation": {"executionSuccessful"},
    "result": {"ruleId", "ruleIndex", "kind", "level", "message", "locations", "relatedLocations", "codeFlows"},
    "location": {"id", "physicalLocation", "logicalLocations", "message"},
    "physicalLocation": {"artifactLocation", "region"},
    "region": {"startLine", "startColumn"},
    "threadFlowLocation": {"location", "nestingLevel", "executionOrder", "importance", "state"},
}


class SarifError(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise SarifError(what)


def check_object(value, kind):
    expect(isinstance(value, dict), f"a {kind} is an object")
    unknown = set(value) - PROPERTIES[kind]
    expect(not unknown, f"a {kind} has no property {unknown}")


def check_message(message, what):
    expect(isinstance(message.get("text"), str) and message["text"], f"{what} has a text (3.11.8)")


def check_region(region, lines, what):
    check_object(region, "region")
    line, column = region["startLine"], region.get("startColumn", 1)
    expect(isinstance(line, int) and 1 <= line <= len(lines), f"{what}: line {line} of {len(lines)} (3.30.5)")
    units = len(lines[line - 1].encode("utf-16-le")) // 2
    expect(isinstance(column, int) and 1 <= column <= units + 1, f"{what}: column {column} of {units} (3.30.6)")


def check_artifact_location(location):
    check_object(location, "artifactLocation")
    uri = location["uri"]
    if "uriBaseId" in location:
        expect(location["uriBaseId"] == BASE, "the base of a URI is declared (3.14.14)")
        expect(not urllib.parse.urlsplit(uri).scheme and not uri.startswith(("/", "../")),
               f"{uri}, which has a base, is relative (3.4.4)")
    else:
        expect(uri.startswith(("file:///", "../")), f"{uri}, which has no base, is absolute or outside of the base")
    return uri


def check_location(location, root, what):
    check_object(location, "location")
    physical = location["physicalLocation"]
    check_object(physical, "physicalLocation")
    uri = check_artifact_location(physical["artifactLocation"])
    expect(re.fullmatch(r"[!#$&-;=?-\[\]_a-z~%]+", uri), f"{uri} is a URI reference (3.4.3)")
    name = urllib.parse.unquote(uri.removeprefix("file://"))
    if "region" in physical:
        lines = (pathlib.Path(root) / name).read_text(errors="replace").split("\n")
        check_region(physical["region"], lines, what)
    if "message" in location:
        check_message(location["message"], what)
    for each in location.get("logicalLocations", []):
        expect(each.get("name"), f"{what}: a logical location has a name (3.33.4)")


def check_thread_flow(flow, root):
    expect(flow["locations"], "a thread flow has a location (3.37.6)")
    order = 0
    for step in flow["locations"]:
        check_object(step, "threadFlowLocation")
        check_location(step["location"], root, "a step")
        expect(step.get("nestingLevel", 0) >= 0, "the nesting level is not negative (3.38.10)")
        expect(step.get("importance", "important") in IMPORTANCES, "the importance is one of three (3.38.13)")
        if "executionOrder" in step:
            expect(step["executionOrder"] > order, "the execution order ascends (3.38.11)")
            order = step["executionOrder"]
        for name, value in step.get("state", {}).items():
            expect(isinstance(value.get("text"), str), f"the value of {name} is a message string (3.38.9)")


def check_result(result, rules, root):
    check_object(result, "result")
    expect(rules[result["ruleIndex"]]["id"] == result["ruleId"], "the rule index belongs to the rule (3.27.6)")
    expect(result["kind"] in KINDS and result["level"] in LEVELS, f"kind {result['kind']}, level {result['level']}")
    expect(result["kind"] == "fail" or result["level"] == "none", "only failures have a level (3.27.10)")
    check_message(result["message"], "a result")
    for location in result.get("locations", []):
        check_location(location, root, "the result")
    related = result.get("relatedLocations", [])
    for location in related:
        check_location(location, root, "a related location")
    ids = [location["id"] for location in related if "id" in location]
    expect(len(set(ids)) == len(ids) and all(each >= 0 for each in ids), "related locations have different ids (3.28.2)")
    for flow in result.get("codeFlows", []):
        expect(flow["threadFlows"], "a code flow has a thread flow (3.36.3)")
        for thread in flow["threadFlows"]:
            check_thread_flow(thread, root)


def check_rules(driver):
    check_object(driver, "toolComponent")
    expect(driver["name"] and driver["version"], "the driver has a name and a version (3.19.8, 3.19.13)")
    rules = driver["rules"]
    for rule in rules:
        check_object(rule, "reportingDescriptor")
        check_message(rule["shortDescription"], "a rule")
        expect(rule["defaultConfiguration"]["level"] in LEVELS, "the level of a rule is known (3.50.3)")
    expect(len({rule["id"] for rule in rules}) == len(rules), "rules are different (3.19.23)")
    return rules


def check_sarif(document, root):
    """`root` is the directory to which relative URIs refer. Returns all results."""
    check_object(document, "sarifLog")
    expect(document["version"] == "2.1.0", "the version is 2.1.0 (3.13.2)")
    expect(urllib.parse.urlsplit(document["$schema"]).scheme == "https", "the schema is an absolute URI (3.13.3)")
    expect(document["runs"], "there is a run (3.13.4)")
    results = []
    for run in document["runs"]:
        check_object(run, "run")
        check_object(run["tool"], "tool")
        rules = check_rules(run["tool"]["driver"])
        expect(run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints"), "the column kind is known (3.14.17)")
        for invocation in run["invocations"]:
            check_object(invocation, "invocation")
            expect(isinstance(invocation["executionSuccessful"], bool), "the execution succeeded or not (3.20.14)")
        expect(set(run["originalUriBaseIds"]) == {BASE}, "the base of relative URIs is declared (3.14.14)")
        check_message(run["originalUriBaseIds"][BASE]["description"], "a base")
        for artifact in run["artifacts"]:
            check_object(artifact, "artifact")
        uris = [check_artifact_location(artifact["location"]) for artifact in run["artifacts"]]
        expect(len(set(uris)) == len(uris), "artifacts are different (3.14.15)")
        for result in run["results"]:
            check_result(result, rules, root)
        results += run["results"]
    return results
