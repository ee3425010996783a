const line = '2026-12-01T10:20:30Z GET /api/v1/users/1234?sort=name HTTP/1.1 "Mozilla/5.0" 200 5123';
function run() {
  const re = /^(\d{4})-(\d\d)-(\d\d)T([\d:]+)Z (GET|POST) (\S+) HTTP\/(\d\.\d) "([^"]*)" (\d+) (\d+)$/;
  let n = 0;
  for (let i = 0; i < 5000; i++) n += re.exec(line)[6].length + line.replace(/\d/g, '#').length + line.split(/\s+/).length;
  return n;
}
