const { initTRPC, TRPCError } = require('@trpc/server');
const { createHTTPServer } = require('@trpc/server/adapters/standalone');
const { createTRPCClient, httpBatchLink } = require('@trpc/client');
const { z } = require('zod');
const t = initTRPC.context().create();
const router = t.router({
  hi: t.procedure.input(z.object({ name: z.string() })).query(({ input }) => ({ text: 'hi ' + input.name })),
  add: t.procedure.input(z.array(z.number())).mutation(({ input }) => input.reduce((a, b) => a + b, 0)),
  secret: t.procedure.use(({ next }) => { throw new TRPCError({ code: 'UNAUTHORIZED', message: 'who?' }); }).query(() => 1),
});
(async () => {
  const server = createHTTPServer({ router });
  const http = server.server || server;
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  const client = createTRPCClient({ links: [httpBatchLink({ url: `http://127.0.0.1:${http.address().port}` })] });
  console.log(await Promise.all([client.hi.query({ name: 'bob' }), client.hi.query({ name: 'eve' })]), await client.add.mutate([1, 2, 3]));
  await client.secret.query().catch((e) => console.log(e.name, e.data.code, e.message));
  await client.hi.query({}).catch((e) => console.log(e.data.httpStatus));
  console.log(await router.createCaller({}).hi({ name: 'direct' }));
  http.close();
  http.closeAllConnections();
})();
