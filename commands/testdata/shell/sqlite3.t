## queries and modes
$ sqlite3 t.db "create table t(a integer primary key, b text, c real, d blob); insert into t values(1,'one',1.5,x'00ff'),(2,'it''s',null,null),(3,'a,\"b\" c',1e10,'x'||char(10)||'y');"; sqlite3 t.db 'select * from t'; ls t.db
| 1|one|1.5|
| 2|it's||
| "3|a,\"b\" c|10000000000.0|x"
| y
| t.db
$ for m in list csv column json line table box markdown quote html tabs; do echo "== $m"; sqlite3 -$m t.db 'select a,b,c from t'; sqlite3 -$m -header t.db 'select a, b as "the name", d is null as n from t where a < 3'; done
| == list
| 1|one|1.5
| 2|it's|
| "3|a,\"b\" c|10000000000.0"
| a|the name|n
| 1|one|0
| 2|it's|1
| == csv
| 1,one,1.5
| "2,\"it's\","
| "3,\"a,\"\"b\"\" c\",10000000000.0"
| "a,\"the name\",n"
| 1,one,0
| "2,\"it's\",1"
| == column
| 1  one      1.5          
| 2  it's                  
| "3  a,\"b\" c  10000000000.0"
| a  the name  n
| -  --------  -
| 1  one       0
| 2  it's      1
| == json
| "[{\"a\":1,\"b\":\"one\",\"c\":1.5},"
| "{\"a\":2,\"b\":\"it's\",\"c\":null},"
| "{\"a\":3,\"b\":\"a,\\\"b\\\" c\",\"c\":10000000000.0}]"
| "[{\"a\":1,\"the name\":\"one\",\"n\":0},"
| "{\"a\":2,\"the name\":\"it's\",\"n\":1}]"
| == line
|     a = 1
|     b = one
|     c = 1.5
| 
|     a = 2
|     b = it's
|     c = 
| 
|     a = 3
| "    b = a,\"b\" c"
|     c = 10000000000.0
|        a = 1
| the name = one
|        n = 0
| 
|        a = 2
| the name = it's
|        n = 1
| == table
| +---+---------+---------------+
| | a |    b    |       c       |
| +---+---------+---------------+
| | 1 | one     | 1.5           |
| | 2 | it's    |               |
| "| 3 | a,\"b\" c | 10000000000.0 |"
| +---+---------+---------------+
| +---+----------+---+
| | a | the name | n |
| +---+----------+---+
| | 1 | one      | 0 |
| | 2 | it's     | 1 |
| +---+----------+---+
| == box
| ┌───┬─────────┬───────────────┐
| │ a │    b    │       c       │
| ├───┼─────────┼───────────────┤
| │ 1 │ one     │ 1.5           │
| │ 2 │ it's    │               │
| "│ 3 │ a,\"b\" c │ 10000000000.0 │"
| └───┴─────────┴───────────────┘
| ┌───┬──────────┬───┐
| │ a │ the name │ n │
| ├───┼──────────┼───┤
| │ 1 │ one      │ 0 │
| │ 2 │ it's     │ 1 │
| └───┴──────────┴───┘
| == markdown
| | a |    b    |       c       |
| |---|---------|---------------|
| | 1 | one     | 1.5           |
| | 2 | it's    |               |
| "| 3 | a,\"b\" c | 10000000000.0 |"
| | a | the name | n |
| |---|----------|---|
| | 1 | one      | 0 |
| | 2 | it's     | 1 |
| == quote
| 1,'one',1.5
| 2,'it''s',NULL
| "3,'a,\"b\" c',10000000000.0"
| 'a','the name','n'
| 1,'one',0
| 2,'it''s',1
| == html
| <TR><TD>1</TD>
| <TD>one</TD>
| <TD>1.5</TD>
| </TR>
| <TR><TD>2</TD>
| <TD>it&#39;s</TD>
| <TD></TD>
| </TR>
| <TR><TD>3</TD>
| <TD>a,&quot;b&quot; c</TD>
| <TD>10000000000.0</TD>
| </TR>
| <TR><TH>a</TH>
| <TH>the name</TH>
| <TH>n</TH>
| </TR>
| <TR><TD>1</TD>
| <TD>one</TD>
| <TD>0</TD>
| </TR>
| <TR><TD>2</TD>
| <TD>it&#39;s</TD>
| <TD>1</TD>
| </TR>
| == tabs
| "1\tone\t1.5"
| "2\tit's\t"
| "3\ta,\"b\" c\t10000000000.0"
| "a\tthe name\tn"
| "1\tone\t0"
| "2\tit's\t1"
$ sqlite3 t.db 'select 1,2.0,3.14,-0.1,1e100,1e-5,9223372036854775807,null,x'"'41'"',1/3.0, 100000000000000000000.0, 0.1+0.2'; sqlite3 -quote t.db 'select 1,2.0,3.14,null,x'"'4142'"',1/3.0, 1e100, 0.1'; sqlite3 -json :memory: "select 1 a, 2.5 b, null c, 'q\"\\x' d, 0.1+0.2 e"; sqlite3 -json :memory: 'select 1 where 0'; sqlite3 -separator ';' -nullvalue NUL t.db 'select a,c from t'; sqlite3 -newline '|' t.db 'select a from t'; echo
| 1|2.0|3.14|-0.1|1.0e+100|1.0e-05|9223372036854775807||A|0.333333333333333|1.0e+20|0.3
| 1,2.0,3.1400000000000001243,NULL,X'4142',0.33333333333333331482,1.0e+100,0.10000000000000000555
| "[{\"a\":1,\"b\":2.5,\"c\":null,\"d\":\"q\\\"\\\\x\",\"e\":0.3000000000000000444}]"
| 1;1.5
| 2;NUL
| 3;10000000000.0
| 1|2|3|
$ printf '.mode insert\nselect a,b from t;\n.mode insert x\nselect a,c from t;\n.headers on\nselect a from t;\n.mode column\nselect a,b from t;\n.width 10 3\nselect a,b from t;\n.mode box\nselect a from t;\n.headers off\n.mode list\n.separator , \nselect a,b from t;\n.nullvalue N\nselect c from t;\n.print hello "a b"\n.mode\n.show\n' | sqlite3 t.db
| "INSERT INTO \"table\" VALUES(1,'one');"
| "INSERT INTO \"table\" VALUES(2,'it''s');"
| "INSERT INTO \"table\" VALUES(3,'a,\"b\" c');"
| INSERT INTO x VALUES(1,1.5);
| INSERT INTO x VALUES(2,NULL);
| INSERT INTO x VALUES(3,10000000000.0);
| INSERT INTO x(a) VALUES(1);
| INSERT INTO x(a) VALUES(2);
| INSERT INTO x(a) VALUES(3);
| a  b      
| -  -------
| 1  one    
| 2  it's   
| "3  a,\"b\" c"
| a           b  
| ----------  ---
| 1           one
| 
| 2           it'
|             s  
| 
| "3           a,\""
| "            b\" "
|             c  
| ┌────────────┐
| │     a      │
| ├────────────┤
| │ 1          │
| │ 2          │
| │ 3          │
| └────────────┘
| 1,one
| 2,it's
| "3,a,\"b\" c"
| 1.5
| N
| 10000000000.0
| hello a b
| current output mode: list
|         echo: off
|          eqp: off
|      explain: auto
|      headers: off
|         mode: list
| "   nullvalue: \"N\""
|       output: stdout
| "colseparator: \"|\""
| "rowseparator: \"\\n\""
|        stats: off
|        width: 10 3 
|     filename: t.db

## errors
$ sqlite3 t.db 'selec 1'; echo $?; sqlite3 t.db 'select * from nope'; echo $?; sqlite3 t.db 'create table u(a unique); insert into u values(1); insert into u values(1)'; echo $?; sqlite3 t.db 'select 1; selec 2; select 3'; echo $?
| 1
| 1
| 19
| 1
| 1
! "Error: in prepare, near \"selec\": syntax error"
!   selec 1
!   ^--- error here
! Error: in prepare, no such table: nope
! Error: stepping, UNIQUE constraint failed: u.a (19)
! "Error: in prepare, near \"selec\": syntax error"
!   selec 2; select 3
!   ^--- error here
$ printf 'select 1;\nselec 2;\nselect 3;\nselect nope;\n' | sqlite3 :memory:; echo $?; printf 'selec 2;\nselect 3;\n' | sqlite3 -bail :memory:; echo $?; printf 'create table u(a not null);\ninsert into u values(null);\nselect\n  nope\n  from u;\nselect 1' | sqlite3 :memory:; echo $?; printf '.nope\n.mode nope\n.headers\nselect 1;\n' | sqlite3 :memory:; echo $?; sqlite3 nodir/x.db 'select 1'; echo $?; sqlite3 -nope x.db 2>&1 | head -2; echo $?; echo junkjunkjunkjunk > junk.db; sqlite3 junk.db 'select * from t'; echo $?; sqlite3 :memory: 'select 1' 'select 2'; sqlite3 :memory: 'select long_function_name_that_is_not_there(1234567890, 1234567890, 1234567890) from nothing_at_all'; sqlite3 -readonly t.db 'create table z(a)'; echo $?; sqlite3 :memory: "select '"; echo $?; printf "select 'a;\nb';\ncreate trigger x after insert on y begin select 1; end;\nselect 2;" | sqlite3 :memory:; echo $?; sqlite3 :memory: .quit; sqlite3 :memory: '.exit 3'; echo $?
| 1
| 3
| 1
| 1
| 1
| 1
| 1
| 1
| 1
| sqlite3: Error: unknown option: -nope
| Use -help for a list of options.
| 0
| 26
| 1
| 2
| 8
| 1
| a;
| b
| 2
| 1
| 3
! "Parse error near line 2: near \"selec\": syntax error"
!   selec 2;
!   ^--- error here
! Parse error near line 4: no such column: nope
!   select nope;
!          ^--- error here
! "Parse error near line 1: near \"selec\": syntax error"
!   selec 2;
!   ^--- error here
! Runtime error near line 2: NOT NULL constraint failed: u.a (19)
! Parse error near line 3: no such column: nope
!   select   nope   from u;
!            ^--- error here
! "Error: unknown command or invalid arguments:  \"nope\". Enter \".help\" for help"
! Error: mode should be one of: ascii box column csv html insert json line list markdown qbox quote table tabs tcl
! Usage: .headers on|off
! "Error: unable to open database \"nodir/x.db\": unable to open database file"
! Error: in prepare, file is not a database (26)
! Error: in prepare, no such table: nothing_at_all
! Error: stepping, attempt to write a readonly database (8)
! "Error: in prepare, unrecognized token: \"'\""
!   select '
!          ^--- error here
! Parse error near line 3: no such table: main.y

## dot-commands
$ printf 'create table b(x);\ncreate table a(id integer primary key autoincrement, v text default (1));\ncreate index i on a(v);\ncreate view vw as select id, v from a;\ncreate trigger tr after insert on b begin insert into a(v) values(new.x); end;\ninsert into b values(1),(2.5),(null),(x%s),(%s);\n' "'00'" "'q''q'" | sqlite3 d.db; sqlite3 d.db .tables .schema; sqlite3 d.db '.schema a' '.indexes' '.indexes a' '.tables a%'; sqlite3 d.db .dump; sqlite3 d.db '.dump b'; sqlite3 d.db .dump | sqlite3 e.db; sqlite3 e.db .dump > 1; sqlite3 d.db .dump > 2; cmp 1 2; sqlite3 d.db .databases | sed "s|$PWD|PWD|"
| a   b   vw
| CREATE TABLE b(x);
| CREATE TABLE a(id integer primary key autoincrement, v text default (1));
| CREATE TABLE sqlite_sequence(name,seq);
| CREATE INDEX i on a(v);
| CREATE VIEW vw as select id, v from a
| /* vw(id,v) */;
| CREATE TRIGGER tr after insert on b begin insert into a(v) values(new.x); end;
| CREATE TABLE a(id integer primary key autoincrement, v text default (1));
| CREATE INDEX i on a(v);
| i
| i
| a
| PRAGMA foreign_keys=OFF;
| BEGIN TRANSACTION;
| CREATE TABLE b(x);
| INSERT INTO b VALUES(1);
| INSERT INTO b VALUES(2.5);
| INSERT INTO b VALUES(NULL);
| INSERT INTO b VALUES(X'00');
| INSERT INTO b VALUES('q''q');
| CREATE TABLE a(id integer primary key autoincrement, v text default (1));
| INSERT INTO a VALUES(1,'1');
| INSERT INTO a VALUES(2,'2.5');
| INSERT INTO a VALUES(3,NULL);
| INSERT INTO a VALUES(4,X'00');
| INSERT INTO a VALUES(5,'q''q');
| DELETE FROM sqlite_sequence;
| INSERT INTO sqlite_sequence VALUES('a',5);
| CREATE INDEX i on a(v);
| CREATE VIEW vw as select id, v from a;
| CREATE TRIGGER tr after insert on b begin insert into a(v) values(new.x); end;
| COMMIT;
| PRAGMA foreign_keys=OFF;
| BEGIN TRANSACTION;
| CREATE TABLE b(x);
| INSERT INTO b VALUES(1);
| INSERT INTO b VALUES(2.5);
| INSERT INTO b VALUES(NULL);
| INSERT INTO b VALUES(X'00');
| INSERT INTO b VALUES('q''q');
| COMMIT;
| main: PWD/d.db r/w
$ printf 'x,y,z\n1,"a b",c\n2,"q""q",\n3,only\n4,a,b,c\n' > f.csv; sqlite3 i.db '.mode csv' '.import f.csv t' 'select * from t' '.schema'; sqlite3 i.db '.import --csv --skip 1 f.csv t' 'select count(*), typeof(x) from t'; printf '5|l|m\n' > g; sqlite3 i.db '.import g t' "select * from t where x='5'"; sqlite3 i.db '.import nofile t'; echo $?; sqlite3 i.db '.import f.csv' | head -1; sqlite3 -header -csv i.db "select x, y from t where x='2'"
| "1,\"a b\",c"
| "2,\"q\"\"q\",\"\""
| 3,only,
| 4,a,b
| "CREATE TABLE IF NOT EXISTS \"t\"("
| "\"x\" TEXT, \"y\" TEXT, \"z\" TEXT);"
| 8|text
| 5|l|m
| 1
| ERROR: missing TABLE argument. Usage:
| x,y
| "2,\"q\"\"q\""
| "2,\"q\"\"q\""
! f.csv:4: expected 3 columns but found 2 - filling the rest with NULL
! f.csv:5: expected 3 columns but found 4 - extras ignored
! f.csv:4: expected 3 columns but found 2 - filling the rest with NULL
! f.csv:5: expected 3 columns but found 4 - extras ignored
! "Error: cannot open \"nofile\""
$ printf '.output o.txt\nselect 1;\n.output\nselect 2;\n.once p.txt\nselect 3;\nselect 4;\n' | sqlite3 :memory:; cat o.txt p.txt; echo 'select 5;' > r.sql; printf '.read r.sql\n.read nofile\nselect 6;\n' | sqlite3 :memory:; echo $?; sqlite3 :memory: < r.sql; sqlite3 -init r.sql :memory: 'select 7' 2>/dev/null; sqlite3 -cmd 'select 8' :memory: 'select 9'; printf '.echo on\nselect 1;\n.changes on\ncreate table t(a);insert into t values(1),(2);\n.quit\nselect 0;\n' | sqlite3 :memory:; sqlite3 s.db 'create table t(a); insert into t values(42)'; sqlite3 s.db '.backup copy.db'; sqlite3 copy.db 'select * from t'; printf '.open s.db\nselect a from t;\n' | sqlite3
| 2
| 4
| 1
| 3
| 5
| 6
| 1
| 5
| 5
| 7
| 8
| 9
| select 1;
| 1
| .changes on
| create table t(a);insert into t values(1),(2);
| changes: 2   total_changes: 2
| .quit
| 42
| 42
! "Error: cannot open \"nofile\""
$ sqlite3 s.db 'begin; insert into t values(1); rollback; select count(*) from t; with recursive c(x) as (select 1 union all select x+1 from c where x<5) select group_concat(x) from c; select json_extract('"'"'{"a":[1,2]}'"'"', "$.a[1]"); select upper("x"), length("é"), substr("hello",2,3), printf("%05.1f|%s", 3.14159, "q"), date("2024-02-28","+2 days"), strftime("%Y","2020-01-01"), coalesce(null,1), typeof(1.0), abs(-3), round(2.567,1), hex("ab"), instr("abc","c"), replace("aa","a","b"), trim("  x "), max(1,2), random() is not null;'; sqlite3 s.db "create virtual table ft using fts5(body); insert into ft values('the quick fox'),('lazy dog'); select body from ft where ft match 'quick'; pragma user_version; pragma table_info(t); pragma integrity_check; explain query plan select * from t" 2>&1 | sed 's/^\(QUERY PLAN\)$/\1/'; sqlite3 s.db 'attach "copy.db" as c; select count(*) from c.t' 2>&1 | head -1; sqlite3 s.db "attach 'copy.db' as c; select count(*) from c.t; vacuum;"
| 1
| 1,2,3,4,5
| 2
| X|1|ell|003.1|q|2024-03-01|2020|1|real|3|2.6|6162|3|bb|x|2|1
| the quick fox
| 0
| 0|a||0||0
| ok
| QUERY PLAN
| `--SCAN t
| 1
| 1

