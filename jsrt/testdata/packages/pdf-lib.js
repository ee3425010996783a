const { PDFDocument, StandardFonts, rgb, degrees } = require('pdf-lib');
(async () => {
  const doc = await PDFDocument.create();
  doc.setTitle('T');
  doc.setCreationDate(new Date(0));
  doc.setModificationDate(new Date(0));
  const font = await doc.embedFont(StandardFonts.Helvetica);
  const page = doc.addPage([300, 200]);
  page.drawText('Hello, wörld', { x: 20, y: 100, size: 24, font, color: rgb(1, 0, 0), rotate: degrees(10) });
  page.drawRectangle({ x: 1, y: 2, width: 30, height: 40, borderWidth: 2 });
  console.log(font.widthOfTextAtSize('Hello', 24), doc.getPageCount());
  const bytes = await doc.save({ useObjectStreams: false });
  const back = await PDFDocument.load(bytes);
  console.log(back.getTitle(), back.getPages()[0].getSize(), Buffer.from(bytes.slice(0, 8)).toString().trim(), require('crypto').createHash('sha1').update(bytes).digest('hex'));
  const copy = await PDFDocument.create();
  const [p] = await copy.copyPages(back, [0]);
  copy.addPage(p);
  console.log((await copy.saveAsBase64()).length > 500);
})();
