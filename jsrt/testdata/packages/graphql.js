const { graphql, buildSchema, GraphQLObjectType, GraphQLSchema, GraphQLString, GraphQLInt, GraphQLList, printSchema, parse, print, validate, introspectionFromSchema } = require('graphql');
const schema = buildSchema('type Query { hi(name: String = "you"): String! user(id: ID!): User } type User { id: ID! friends: [User!]! fail: Int! } enum E { A B } ');
const rootValue = { hi: ({ name }) => 'hi ' + name, user: ({ id }) => ({ id, friends: () => [{ id: id + 1, friends: [] }], fail: async () => { throw new Error('no'); } }) };
(async () => {
  console.log(JSON.stringify(await graphql({ schema, rootValue, source: 'query Q($n: String) { hi(name: $n) a: hi user(id: 1) { ...F friends { id } } } fragment F on User { id __typename }', variableValues: { n: 'bob' } })));
  console.log(JSON.stringify(await graphql({ schema, rootValue, source: '{ user(id: 2) { id fail } }' })));
  console.log(validate(schema, parse('{ nope hi(x: 1) }')).map((e) => e.message), print(parse('{a(b:[1,{c:"d"}]){...on X{y}}}')));
  const s2 = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { n: { type: new GraphQLList(GraphQLInt), args: { k: { type: GraphQLString } }, resolve: async () => [1, 2] } } }) });
  console.log(printSchema(s2), JSON.stringify((await graphql({ schema: s2, source: '{ n(k: "x") }' }))), introspectionFromSchema(schema).__schema.types.length);
  console.log((await graphql({ schema, source: '{ hi(' })).errors[0].toString());
})();
