// Prints JSON Schemas of types that a package declares: node typed-schemas.mjs PACKAGE TYPE…
// The stand-ins of forges (backend/testing/forges) are held to a client's types by it.
import { createRequire } from "node:module";
import ts from "typescript";

const [packageName, ...names] = process.argv.slice(2);
const entry = createRequire(import.meta.url).resolve(packageName).replace(/\.js$/, ".d.ts");
const program = ts.createProgram([entry], { strict: true, skipLibCheck: true, noEmit: true });
const checker = program.getTypeChecker();
const exported = checker.getExportsOfModule(
  checker.getSymbolAtLocation(program.getSourceFile(entry)),
);

function schemaOfObject(type, depth) {
  const properties = {};
  const required = [];
  for (const property of type.getProperties()) {
    properties[property.name] = schemaOf(checker.getTypeOfSymbol(property), depth + 1);
    if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
  }
  return { type: "object", properties, required, additionalProperties: false };
}

function schemaOf(type, depth = 0) {
  if (depth > 12) return {};
  if (type.isUnion()) {
    const members = type.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined));
    if (members.length === 1) return schemaOf(members[0], depth);
    return { anyOf: members.map((one) => schemaOf(one, depth)) };
  }
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) {
    return { const: checker.typeToString(type) === "true" };
  }
  if (type.flags & ts.TypeFlags.StringLike) return { type: "string" };
  if (type.flags & ts.TypeFlags.NumberLike) return { type: "number" };
  if (type.flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
  if (type.flags & ts.TypeFlags.Null) return { type: "null" };
  if (checker.isArrayType(type)) {
    return { type: "array", items: schemaOf(checker.getTypeArguments(type)[0], depth + 1) };
  }
  if (type.isIntersection() || type.flags & ts.TypeFlags.Object) return schemaOfObject(type, depth);
  return {};
}

const schemas = {};
for (const name of names) {
  const symbol = exported.find((one) => one.name === name);
  if (!symbol) throw new Error(`${packageName} declares no ${name}`);
  const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  schemas[name] = schemaOf(checker.getDeclaredTypeOfSymbol(declared));
}
process.stdout.write(JSON.stringify(schemas));
