## tar create and list
$ mkdir -p d/e; printf 'one\n' > d/a; printf 'two\n' > d/e/b; ln -s a d/l; ln d/a d/h; chmod 755 d/a; touch -d '2020-01-02 03:04:05' d d/a d/e d/e/b; touch -h -d '2020-01-02 03:04:05' d/l; chmod 755 d d/e
$ tar cf t.tar --sort=name d; tar tf t.tar
| d/
| d/a
| d/e/
| d/e/b
| d/h
| d/l
$ tar -cvf t2.tar --sort=name d
| d/
| d/a
| d/e/
| d/e/b
| d/h
| d/l
$ tar tvf t.tar | sed 's/root\/root/U/;s/  */ /g'
| drwxr-xr-x U 0 2020-01-02 03:04 d/
| -rwxr-xr-x U 4 2020-01-02 03:04 d/a
| drwxr-xr-x U 0 2020-01-02 03:04 d/e/
| -rw-r--r-- U 4 2020-01-02 03:04 d/e/b
| hrwxr-xr-x U 0 2020-01-02 03:04 d/h link to d/a
| lrwxrwxrwx U 0 2020-01-02 03:04 d/l -> a
$ tar -tf t.tar d/e
| d/e/
| d/e/b
$ tar -tf t.tar nosuch
! tar: nosuch: Not found in archive
! tar: Exiting with failure status due to previous errors
? 2
$ tar -tf t.tar --wildcards '*/b'
| d/e/b
$ tar -tf t.tar --exclude='*/e'
| d/
| d/a
| d/h
| d/l
$ mkdir x; tar xf t.tar -C x; find x | sort; readlink x/d/l; stat -c %h x/d/a; stat -c '%a %Y' x/d/a
| x
| x/d
| x/d/a
| x/d/e
| x/d/e/b
| x/d/h
| x/d/l
| a
| 2
| 755 1577934245
$ mkdir y; tar xvf t.tar -C y --strip-components=1; ls y
| d/a
| d/e/
| d/e/b
| d/h
| d/l
| a
| e
| h
| l
$ tar xOf t.tar d/a
| one
$ tar xf t.tar --to-stdout d/e/b
| two
$ mkdir z; tar xf t.tar -C z --transform='s,^d,D,'; ls z
| D
$ tar cf - d | tar tf - | sort
| d/
| d/a
| d/e/
| d/e/b
| d/h
| d/l
$ tar czf t.tgz d; tar tzf t.tgz | sort | head -2; tar tf t.tgz | wc -l
| d/
| d/a
| 6
$ tar cjf t.tbz d; tar tjf t.tbz | wc -l
| 6
$ tar cJf t.txz d; tar tJf t.txz | wc -l
| 6
$ tar --zstd -cf t.tzst d; tar tf t.tzst | wc -l
| 6
$ tar caf t.tar.gz d; file -b t.tar.gz | cut -c1-4
| gzip
$ tar cf t3.tar -C d a e; tar tf t3.tar
| a
| e/
| e/b
$ tar cf t4.tar --exclude=e d; tar tf t4.tar | sort
| d/
| d/a
| d/h
| d/l
$ tar cf t5.tar --exclude='*.x' --exclude-vcs d; tar tf t5.tar | wc -l
| 6
$ printf 'd/a\nd/e/b\n' > list; tar cf t6.tar -T list; tar tf t6.tar
| d/a
| d/e/b
$ printf 'd/a\0d/e/b\0' > list0; tar cf t7.tar --null -T list0; tar tf t7.tar
| d/a
| d/e/b
$ printf 'e\n' > ex; tar cf t8.tar -X ex d; tar tf t8.tar | sort
| d/
| d/a
| d/h
| d/l
$ tar cf t9.tar --transform='s/d/DD/' d; tar tf t9.tar | sort
| DD/
| DD/a
| DD/e/
| DD/e/b
| DD/h
| DD/l
$ tar cf t10.tar --owner=joe:1000 --group=grp:1001 --mtime='2021-01-01' --mode=600 d/a; tar tvf t10.tar
| -rw------- joe/grp           4 2021-01-01 00:00 d/a
$ tar cf t11.tar --no-recursion d; tar tf t11.tar
| d/
$ tar rf t11.tar d/a; tar tf t11.tar
| d/
| d/a
$ tar uf t11.tar d/a; tar tf t11.tar
| d/
| d/a
$ tar Af t11.tar t10.tar; tar tf t11.tar
| d/
| d/a
| d/a
$ tar --delete -f t11.tar d/a; tar tf t11.tar
| d/
$ tar df t.tar; echo $?
| 0
$ printf x >> d/e/b; tar df t.tar; echo $?
| d/e/b: Mod time differs
| d/e/b: Size differs
| 1
$ tar --format=ustar -cf u.tar d; tar tf u.tar | wc -l; file -b u.tar
| 6
| POSIX tar archive
$ tar --format=gnu -cf g.tar d; file -b g.tar
| POSIX tar archive (GNU)
$ tar --format=posix -cf p.tar d; tar tf p.tar | wc -l; file -b p.tar
| 6
| POSIX tar archive
$ tar --format=v7 -cf v.tar d/a; tar tf v.tar
| d/a
$ tar --format=bad -cf b.tar d
! tar: bad: Invalid archive format
! Try 'tar --help' or 'tar --usage' for more information.
? 2
$ n=$(printf 'n%.0s' {1..150}); touch $n; tar cf long.tar $n; tar tf long.tar | wc -c; tar --format=posix -cf long2.tar $n; tar tf long2.tar | wc -c
| 151
| 151
$ truncate -s 1M sp; printf end >> sp; tar cSf sp.tar sp; test $(stat -c %s sp.tar) -lt 20000 && echo small; mkdir spx; tar xf sp.tar -C spx; cmp sp spx/sp && echo same
| small
| same
$ tar xf t.tar -C x --overwrite; tar xf t.tar -C x -k 2>&1 | sort | head -1; tar xf t.tar -C x --skip-old-files; echo $?
| tar: Exiting with failure status due to previous errors
| 0
$ tar xpf t.tar -C x; tar xmf t.tar -C x d/a; tar xf t.tar -C x --no-same-owner; echo $?
| 0
$ tar tf nofile.tar; echo $?
| 2
! tar: nofile.tar: Cannot open: No such file or directory
! tar: Error is not recoverable: exiting now
$ tar; echo $?
| 2
! tar: You must specify one of the '-Acdtrux', '--delete' or '--test-label' options
! Try 'tar --help' or 'tar --usage' for more information.
$ tar -f t.tar; echo $?
| 2
! tar: You must specify one of the '-Acdtrux', '--delete' or '--test-label' options
! Try 'tar --help' or 'tar --usage' for more information.
$ tar cf; echo $?
| 2
! tar: Old option 'f' requires an argument.
! Try 'tar --help' or 'tar --usage' for more information.
$ tar cf e.tar; echo $?
| 2
! tar: Cowardly refusing to create an empty archive
! Try 'tar --help' or 'tar --usage' for more information.
$ tar cf e.tar nofile; echo $?
| 2
! tar: nofile: Cannot stat: No such file or directory
! tar: Exiting with failure status due to previous errors
$ tar cf e.tar nofile d/a; echo $?; tar tf e.tar
| 2
| d/a
! tar: nofile: Cannot stat: No such file or directory
! tar: Exiting with failure status due to previous errors
$ tar tf d/a; echo $?
| 2
! tar: This does not look like a tar archive
! tar: Exiting with failure status due to previous errors
$ tar xf t.tar -C nodir; echo $?
| 2
! tar: nodir: Cannot open: No such file or directory
! tar: Error is not recoverable: exiting now
$ tar tzf t.tar; echo $?
| 2
! 
! gzip: stdin: not in gzip format
! tar: Child returned status 1
! tar: Error is not recoverable: exiting now
$ tar cf abs.tar $PWD/d/a 2>&1 | sed "s,$PWD,PWD,"; tar tf abs.tar | sed 's,.*/d/,,'
| tar: Removing leading `/' from member names
| tar: Removing leading `/' from hard link targets
| a
$ tar cPf abs2.tar $PWD/d/a; tar tPf abs2.tar | cut -c1
| /
$ tar tf t.tar -v --full-time | head -1 | tr -s ' ' | cut -d' ' -f4-
| 2020-01-02 03:04:05 d/
$ tar tf t.tar --totals 2>&1 | tail -1 | cut -c1-5
| Total
$ tar cf h.tar -h d/l; tar tvf h.tar | cut -c1
| -
$ tar xf t.tar --one-top-level=top; ls top
| d
$ tar xzf t.tgz -C x --wildcards '*/a'; echo $?
| 0
$ tar cvzf vv.tgz d/a d/e/b
| d/a
| d/e/b
$ tar -c -f dash.tar -- d/a; tar tf dash.tar
| d/a
$ tar cf - d/a | tar xf - -O
| one
$ tar cf rm.tar --remove-files d/h; ls d/h
! ls: cannot access 'd/h': No such file or directory
? 2
$ tar --help | head -1 | cut -c1-5; tar --version | head -1 | cut -c1-3
| Usage
| tar
$ tar -y; tar --foo; tar xyf t.tar
! tar: invalid option -- 'y'
! Try 'tar --help' or 'tar --usage' for more information.
! tar: unrecognized option '--foo'
! Try 'tar --help' or 'tar --usage' for more information.
! tar: invalid option -- 'y'
! Try 'tar --help' or 'tar --usage' for more information.
? 64

## gzip family
$ seq 100 > f; cp f g
$ gzip f; ls f*; gunzip f.gz; ls f*
| f.gz
| f
$ gzip -k f; ls f*; gzip -f f; ls f*; gzip -d f.gz
| f
| f.gz
| f.gz
$ gzip -c f | gunzip | cmp - f && echo same
| same
$ gzip -c f | zcat | tail -1
| 100
$ gzip -9 -c f | gzip -dc | wc -l
| 100
$ gzip -l <(gzip -c f) 2>&1 | head -1
|          compressed        uncompressed  ratio uncompressed_name
$ gzip -nc f > a.gz; gzip -l a.gz; gzip -lv a.gz | head -1; gzip -t a.gz; gzip -tv a.gz
|          compressed        uncompressed  ratio uncompressed_name
|                 160                 292  51.4% a
| method  crc     date  time           compressed        uncompressed  ratio uncompressed_name
! "a.gz:\t OK"
$ gzip nofile; gzip -d nofile.gz; gunzip g; gzip . ; zcat nofile
! gzip: nofile: No such file or directory
! gzip: nofile.gz: No such file or directory
! gzip: g: unknown suffix -- ignored
! gzip: . is a directory -- ignored
! gzip: nofile.gz: No such file or directory
? 1
$ gzip -S .z -k f; ls f*; gzip -d -S .z -c f.z | tail -1
| f
| f.z
| 100
$ printf 'not gzip' | gzip -d; echo $?; printf 'not gzip' | zcat; gzip -dc < a.gz | head -1
| 1
| 1
! 
! gzip: stdin: not in gzip format
! 
! gzip: stdin: not in gzip format
$ gzip -c f g | zcat | wc -l; cat a.gz a.gz | zcat | wc -l; (cat a.gz; echo junk) | zcat | wc -l
| 200
| 200
| 100
! 
! gzip: stdin: decompression OK, trailing garbage ignored
$ head -c 50 a.gz | zcat > /dev/null; echo $?
| 1
! 
! gzip: stdin: unexpected end of file
$ mkdir dd; cp f dd; gzip -r dd; ls dd; gunzip -r dd; ls dd
| f.gz
| f
$ gzip -x; gzip -10 f; gzip --fast -c f | wc -c | tr -d 0-9; gzip --version | head -1 | cut -c1-4
| 
| gzip
! gzip: invalid option -- 'x'
! Try `gzip --help' for more information.
! gzip: invalid option -- '0'
! Try `gzip --help' for more information.
$ bzip2 -k f; ls f.bz2; bunzip2 -c f.bz2 | tail -1; bzcat f.bz2 | head -1; bzip2 -t f.bz2; bzip2 -d < f.bz2 | wc -l; bzip2 nofile; rm f.bz2
| f.bz2
| 100
| 1
| 100
! bzip2: Can't open input file nofile: No such file or directory.
$ zstd -q -k f; ls f.zst; unzstd -qc f.zst | tail -1; zstdcat f.zst | head -1; zstd -tq f.zst; zstd -dqc f.zst | wc -l; zstd -q nofile; rm f.zst
| f.zst
| 100
| 1
| 100
! zstd: can't stat nofile : No such file or directory -- ignored 
$ xz --format=lzma -k f; ls f.lzma; lzcat f.lzma | tail -1; unlzma -c f.lzma | wc -l; lzma -c f | lzma -dc | wc -l
| f.lzma
| 100
| 100
| 100
$ zip -q z.zip f g; unzip -l z.zip | tail -1 | tr -s ' '; unzip -p z.zip f | tail -1; unzip -qo z.zip -d out; ls out; unzip -t z.zip | tail -1; zip -d z.zip g; unzip -Z1 z.zip
|  584 2 files
| 100
| f
| g
| No errors detected in compressed data of z.zip.
| deleting: g
| f
$ printf 'f\ng\n' | cpio -o 2>/dev/null > c.cpio; cpio -t < c.cpio 2>/dev/null; mkdir ci; cd ci; cpio -i < ../c.cpio; ls
| f
| g
| f
| g
! 2 blocks

## ar, xz, zip apart
$ seq 100 > f; cp f g; mkdir dd; cp f dd
$ ar rc l.a f g; ar t l.a
| f
| g
$ ar p l.a f | tail -1
| 100
$ ar d l.a f; ar t l.a
| g
$ ar tv l.a | tr -s ' ' | cut -d' ' -f1-3
| rw-r--r-- 0/0 292
$ ar t nofile.a; echo $?
| 9
! ar: nofile.a: No such file or directory
$ xz -k f; ls f.xz
| f.xz
$ unxz -c f.xz | tail -1
| 100
$ xzcat f.xz | head -1
| 1
$ xz -t f.xz
$ xz -dc f.xz | wc -l
| 100
$ xz nofile
! xz: nofile: No such file or directory
? 1
$ zip -q -r r.zip dd; unzip -Z1 r.zip | sort
| dd/
| dd/f
$ unzip -qo r.zip; echo $?
| 0
$ zip -j j.zip dd/f > /dev/null; unzip -Z1 j.zip
| f
$ tar cf s.tar -V label f; tar tf s.tar
| label
| f
$ truncate -s 3M hole; printf mid | dd of=hole bs=1 seek=1000000 conv=notrunc status=none; for i in 1 2 3 4 5 6 7 8 9; do printf x | dd of=hole bs=1 seek=$((i * 200000)) conv=notrunc status=none; done; tar cSf many.tar hole; tar tvf many.tar | tr -s ' ' | cut -d' ' -f3; mkdir back; tar xf many.tar -C back; cmp hole back/hole && echo same
| 3145728
| same

