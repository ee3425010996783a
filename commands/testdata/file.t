## file
$ printf 'hello\n' > f
$ printf '' > e
$ printf '{"a":1}\n' > j
$ printf 'a\000b' > bin
$ printf '#!/bin/bash\nx\n' > s1
$ printf '#!/bin/sh\nx\n' > s2
$ printf '#!/usr/bin/env python3\nx\n' > s3
$ printf '#!/usr/bin/env node\nx\n' > s4
$ printf 'h\303\251\n' > u
$ printf 'a\r\nb\r\n' > cr
$ printf 'nonl' > nn
$ printf '\211PNG\r\n\032\n\000\000\000\rIHDR\000\000\000\001\000\000\000\002\010\006\000\000\000' > p.png
$ printf 'GIF89a\001\000\002\000\000\000\000' > g.gif
$ printf '<?xml version="1.0"?><a/>\n' > x.xml
$ printf '<html></html>\n' > h.html
$ printf '%%PDF-1.4\n' > d.pdf
$ mkdir d
$ ln -s f l
$ ln -s none b
$ mkfifo p
$ file f e j bin s1 s2 s3 s4 u cr nn p.png g.gif x.xml h.html d.pdf d l b p nofile
| f:      ASCII text
| e:      empty
| j:      JSON text data
| bin:    data
| s1:     Bourne-Again shell script, ASCII text executable
| s2:     POSIX shell script, ASCII text executable
| s3:     Python script, ASCII text executable
| s4:     Node.js script executable, ASCII text
| u:      Unicode text, UTF-8 text
| cr:     ASCII text, with CRLF line terminators
| nn:     ASCII text, with no line terminators
| p.png:  PNG image data, 1 x 2, 8-bit/color RGBA, non-interlaced
| g.gif:  GIF image data, version 89a, 1 x 2
| x.xml:  XML 1.0 document, ASCII text
| h.html: HTML document, ASCII text
| d.pdf:  PDF document, version 1.4
| d:      directory
| l:      symbolic link to f
| b:      broken symbolic link to none
| p:      fifo (named pipe)
| nofile: cannot open `nofile' (No such file or directory)
$ file -b f p.png d
| ASCII text
| PNG image data, 1 x 2, 8-bit/color RGBA, non-interlaced
| directory
$ file --mime-type f p.png d e bin j u h.html
| f:      text/plain
| p.png:  image/png
| d:      inode/directory
| e:      inode/x-empty
| bin:    application/octet-stream
| j:      application/json
| u:      text/plain
| h.html: text/html
$ file -i f p.png d e bin u
| f:     text/plain; charset=us-ascii
| p.png: image/png; charset=binary
| d:     inode/directory; charset=binary
| e:     inode/x-empty; charset=binary
| bin:   application/octet-stream; charset=binary
| u:     text/plain; charset=utf-8
$ file -b -L l
| ASCII text
$ file - < f
| /dev/stdin: ASCII text
$ file /dev/null
| /dev/null: character special (1/3)

