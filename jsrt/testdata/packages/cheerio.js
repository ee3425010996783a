const cheerio = require('cheerio');
const $ = cheerio.load('<ul id="f"><li class="a">One<li class="b" data-x="1">Two &amp; <b>3</b></ul><p>x<br>y');
$('li.b').after('<li>New</li>').addClass('z').attr('title', '"q"');
console.log($('li').map((i, e) => $(e).text()).get(), $('ul > li:nth-child(2)').html(), $('li').filter(':contains(New)').index(), $('.b').data('x'));
$('p').wrap('<div>').parent().prepend('<i/>');
console.log($.html(), $('[data-x=1]').closest('ul').attr('id'), cheerio.load('<a><b/></a>', { xml: true }).xml());
