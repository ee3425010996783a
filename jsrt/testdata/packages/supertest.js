const request = require('supertest');
const express = require('express');
const app = express();
app.use(express.json());
app.get('/u/:id', (req, res) => res.set('x-a', '1').json({ id: req.params.id }));
app.post('/echo', (req, res) => res.status(201).json(req.body));
(async () => {
  const r = await request(app).get('/u/7').expect(200).expect('Content-Type', /json/).expect('x-a', '1');
  console.log(r.body, r.status, r.type);
  console.log((await request(app).post('/echo').send({ a: [1] }).set('Accept', 'application/json').expect(201, { a: [1] })).body);
  console.log((await request(app).get('/u/8').query({ q: 'x' })).req.path);
  try {
    await request(app).get('/none').expect(200);
  } catch (err) {
    console.log(err.message);
  }
  const agent = request.agent(app);
  console.log((await agent.get('/none')).status);
})();
