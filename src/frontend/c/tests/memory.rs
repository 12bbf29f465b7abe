//! Small programs about memory, each for one rule of C that is easy to get wrong, compared with gcc.

use super::Options;
use super::compiled::agree;

/// `f` gives the same value here and with gcc.
fn same(name: &str, text: &str, given: &[i64]) {
    let text = format!("long long nd(void);\n{text}\nint main(void) {{ show(f()); return 0; }}\n");
    agree(name, &text, &Options::default(), given);
}

#[test]
fn bit_fields_promote_and_truncate() {
    same(
        "bitprom",
        r#"
struct S{unsigned b:3; int c:4;};
long f(void){ struct S s; s.b=1; s.c=7; return (s.b-2<0)*10 + (s.c+1);}
"#,
        &[0, 0],
    );
    same(
        "bitassign",
        r#"
struct S{unsigned b:3; int c:4;};
long f(void){ struct S s; s.b=1; s.c=0; int x = (s.b = 9); int y = ++s.b; int z=(s.c=9); return x*100+y*10+z;}
"#,
        &[0, 0],
    );
    same(
        "bitcompound",
        r#"
struct S{unsigned b:3; int c:4;};
long f(void){ struct S s; s.b=7; s.c=0; int x = (s.b += 3); int y = s.b++; return x*100+y*10+s.b;}
"#,
        &[0, 0],
    );
    same(
        "bitcond",
        r#"
struct S{unsigned b:3;};
int side(void){return 1;}
long f(void){ struct S s; s.b=nd(); return ((nd()==0 ? s.b : side()) - 2 < 0) + ((s.b?s.b:side())-3<0)*10;}
"#,
        &[1, 0, 0],
    );
    same(
        "retbits",
        r#"
struct S{unsigned a:5; signed b:3; _Bool c:1;};
struct S mk(int i){struct S s={i,i,i}; return s;}
long f(void){ struct S s=mk(37); struct S t={.b=-9}; s.a--; s.a-=10; return s.a*100+s.b*10+s.c+t.b*1000;}
"#,
        &[0, 0],
    );
}

#[test]
fn a_part_of_a_union_starts_what_is_above_it_at_zero() {
    same(
        "truth_in_a_part",
        r#"
union U { unsigned u; signed char c; };
long f(void) { union U u = { 1000 }; long n = nd(); u.c = n > 3; return u.u; }
"#,
        &[7],
    );
    same(
        "unioninit",
        r#"
union U{unsigned u; signed char c;};
long f(void){ union U u={.c=-1}; return u.u;}
"#,
        &[0, 0],
    );
    same(
        "uniongl",
        r#"
union U{signed char c;unsigned u; };
union U u={300};
long f(void){ return u.u;}
"#,
        &[0, 0],
    );
    same(
        "unioncomp",
        r#"
union U{unsigned u; signed char c;};
long f(void){ union U u={.c=nd()}; return u.u&255;}
"#,
        &[7, 0, 0],
    );
}

#[test]
fn all_is_read_before_a_struct_or_pointer_changes() {
    same(
        "selfcopy",
        r#"
struct S{int i; struct S*p; int j;};
long f(void){ struct S a,b[3]; for(int i=0;i<3;i++){b[i].i=i; b[i].p=&b[0]; b[i].j=10*i;} int k=nd()&1; a.i=0;a.j=0;a.p=&b[k+1]; a=*a.p; return a.i*1000+a.j*10+(a.p==&b[0]);}
"#,
        &[0, 0],
    );
    same(
        "selfcopy2",
        r#"
struct S{struct S*p; int j; int i;};
long f(void){ struct S b[3]; for(int i=0;i<3;i++){b[i].i=i; b[i].p=&b[0]; b[i].j=10*i;} struct S*n=&b[nd()&1]; b[1].p=&b[2]; *n->p = b[0]; n->p->j+=1; *n = *n->p; return b[0].j+b[1].j*10+b[2].j*100+b[0].i*1000+(b[1].p==&b[0]);}
"#,
        &[1, 0, 0],
    );
    same(
        "selfcopy3",
        r#"
struct S{struct S*p; int j; int i;};
long f(void){ struct S b[3]; for(int i=0;i<3;i++){b[i].i=i; b[i].p=&b[i]; b[i].j=10*i;} struct S*n=&b[nd()]; struct S q={&b[0],5,6}; *n->p = q; return b[0].j+b[1].j*10+b[2].j*100+b[0].i*1000+(b[1].p==&b[0])+ (b[2].p==&b[0])*7;}
"#,
        &[2, 0, 0],
    );
    same(
        "multi",
        r#"
struct S{struct S*p; int j; int i;};
long f(void){ struct S a,b,c; a.p=&b;b.p=&c;c.p=&a; a.j=1;b.j=2;c.j=3; struct S *n= nd()?&a:&c; n=n->p; n=n->p; n->j+=10; n=n->p; return n->j*1000+a.j*100+b.j*10+c.j;}
"#,
        &[1, 0, 0],
    );
    same(
        "multi2",
        r#"
long f(void){ int a[3]={1,2,3},b[4]={4,5,6,7}; int*p=nd()?a+1:b; int **q=&p; *q=*q==a+1?b+3:a; (*q)[-1]=9; return *p+b[2]*10;}
"#,
        &[1, 0, 0],
    );
}

#[test]
fn a_variable_that_is_pointed_to_outlives_a_tail_call() {
    same(
        "tailescape",
        r#"
int *g;
int h(int n){ int x = n; if (!g) g = &x; if (n == 0) return *g; return h(n-1);}
long f(void){ return h(3);}
"#,
        &[0, 0],
    );
    same(
        "tailheap",
        r#"
struct n{int v; struct n*next;};
struct n* build(int k, struct n*acc){ if(k==0) return acc; struct n*p=__builtin_malloc(sizeof*p); p->v=k; p->next=acc; return build(k-1,p);}
long f(void){ struct n*p=build(3,0); return p->v*100+p->next->v*10+p->next->next->v;}
"#,
        &[0, 0],
    );
    same(
        "entrytail",
        r#"
int g; int prog(int n){ if (n<=0) return g; g+=n; return prog(n-1);}
long f(void){ return prog(4);}
"#,
        &[0, 0],
    );
}

#[test]
fn addresses_compare_as_in_memory() {
    same(
        "voideq",
        r#"
struct S{int x; int y;};
long f(void){ struct S s; int a[2]; void*p=&s,*q=&s.x; void*u=a,*v=&a; return (p==q)+10*(u==v);}
"#,
        &[0, 0],
    );
    same(
        "roweq",
        r#"
long f(void){ int a[3][4]; int n=0; for(int*p=a[0];p!=a[1];p++) n++; return n + (&a[0][4]==&a[1][0])*100;}
"#,
        &[0, 0],
    );
    same(
        "rowlt",
        r#"
long f(void){ int a[3][4]; int n=0; for(int*p=&a[0][0];p<&a[0][4];p++) n++; return n + (&a[0][1]<&a[2][0])*100;}
"#,
        &[0, 0],
    );
    same(
        "fieldlt",
        r#"
struct S{int x; int y;};
long f(void){ struct S s; return &s.x < &s.y;}
"#,
        &[0, 0],
    );
    same(
        "instance",
        r#"
long f(void){ int *p[3]; for(int i=0;i<3;i++){ p[i]=__builtin_malloc(2*sizeof(int)); p[i][0]=i; p[i][1]=i*10;} int n=0; for(int i=0;i<3;i++) n+=p[i][0]+p[i][1]; return n+(p[0]==p[1])*100+(p[1]==p[1])*1000;}
"#,
        &[0, 0],
    );
}

#[test]
fn blocks_of_memory_cross_rows() {
    same(
        "memset2",
        r#"
long f(void){ int a[3][4]; __builtin_memset(&a[0][0],0,sizeof a); a[1][1]=5; int s=0; for(int i=0;i<3;i++)for(int j=0;j<4;j++)s+=a[i][j]; return s;}
"#,
        &[0, 0],
    );
    same(
        "memset3",
        r#"
struct S{int x,y; int z[2];};
long f(void){ struct S s; s.z[1]=3; __builtin_memset(&s,0,sizeof s); return s.z[1]+1;}
"#,
        &[0, 0],
    );
    same(
        "memsetrows",
        r#"
struct T{int k; int m[2][3]; int z;};
long f(void){ struct T t[2]; for(int i=0;i<2;i++){t[i].k=1;t[i].z=2; for(int j=0;j<6;j++) t[i].m[j/3][j%3]=j;} __builtin_memset(&t[1].m[0][1],0,4*sizeof(int)); int s=0; for(int i=0;i<2;i++){ for(int j=0;j<6;j++) s=s*2+t[i].m[j/3][j%3]; s+=t[i].k*t[i].z;} return s;}
"#,
        &[0, 0],
    );
}

#[test]
fn initialisers_override_and_refer_to_themselves() {
    same(
        "desoverride",
        r#"
int c; int side(void){c++; return 7;}
long f(void){ int a[2]={[0]=side(),[0]=5}; return a[0];}
"#,
        &[0, 0],
    );
    same(
        "mutual",
        r#"
struct n{int v; struct n*p;}; 
extern struct n b; struct n a={1,&b}; struct n b={2,&a};
long f(void){ return a.p->v*10+b.p->v;}
"#,
        &[0, 0],
    );
    same(
        "selfref",
        r#"
struct n{int v; struct n*p;}; 
struct n a={1,&a}; 
long f(void){ a.p->v=4; return a.v*10+a.p->p->v;}
"#,
        &[0, 0],
    );
}

#[test]
fn functions_without_a_body_through_pointers() {
    same(
        "extfp",
        r#"
long f(void){ long long (*fp)(void)=nd; return fp();}
"#,
        &[0, 0],
    );
}

#[test]
fn aggregates_as_values() {
    same(
        "result_with_array",
        r#"
struct V { int x, y[2]; };
struct V moved(struct V v) { v.x++; v.y[1] = v.x; return v; }
long f(void) { struct V v = { 5, { 1, 2 } }, w = moved(v); return w.y[1] * 100 + v.y[1] * 10 + moved(w).x; }
"#,
        &[],
    );
    same(
        "strct",
        r#"
struct V{int x,y;}; struct V mk(int a){struct V v={a,a*2};return v;} struct V addv(struct V a, struct V b){a.x+=b.x;a.y+=b.y;return a;}
long f(void){ struct V v=addv(mk(1),addv(mk(2),mk(3))); struct V w=v; w.x=0; struct V z = nd()>100?v:w; return v.x*1000+v.y*10+w.y+ (v.x>3?v:w).x + (z=v).y;}
"#,
        &[0, 0],
    );
    same(
        "structarg",
        r#"
struct V{int a[3];int n;}; int sum(struct V v){int s=0; for(int i=0;i<v.n;i++){s+=v.a[i]; v.a[i]=0;} return s;}
long f(void){ struct V v={{1,2,3},3}; int s=sum(v)+sum(v); struct V u[2]={v,{.a={[1]=7},.n=2}}; u[0].a[0]=50; return s+sum(u[0])*100+sum(u[1])+v.a[0];}
"#,
        &[0, 0],
    );
    same(
        "threed",
        r#"
int t[2][3][2]={{{1,2},{3,4},{5,6}},{{7,8}}};
long f(void){ int s=0; int (*p)[3][2]=t; int (*q)[2]=t[0]; int*r=t[0][1]; s+=p[1][0][1]*100+q[2][1]*10+r[1]; p++; s+=(*p)[0][0]; q=&t[0][1]; q++; s+=(*q)[0]; s+= q-t[0]; return s;}
"#,
        &[0, 0],
    );
    same(
        "fprefs",
        r#"
int add(int x){return x+1;} int sub(int x){return x-1;}
int (*tab[2])(int)={add,sub};
struct ops{int (*f)(int); int k;}; struct ops os[]={{add,1},{sub,2}};
int ap(int (*g)(int),int v){return g(v);}
long f(void){ int s=0; for(int i=0;i<2;i++){ s=s*10+tab[i](5); s=s*10+os[1-i].f(os[i].k+1); s=s*10+ap(i?add:sub,3);} return s;}
"#,
        &[0, 0],
    );
    same(
        "anon",
        r#"
struct P{int k; struct{int b; int c;}; union{unsigned char e; unsigned short g;};};
long f(void){ struct P p={1,{2,3},{4}}; p.g=0x1234; p.b+=p.c; return p.b*1000000+p.e*1000+p.k;}
"#,
        &[0, 0],
    );
    same(
        "pp",
        r#"
void swap(int**a,int**b){int*t=*a;*a=*b;*b=t;} void sw(int*a,int*b){int t=*a;*a=*b;*b=t;}
long f(void){ int x=1,y=2,z[2]={3,4}; int*p=&x,*q=&z[1]; swap(&p,&q); *p=7; sw(&x,&z[0]); sw(&z[0],&z[1]); return x*1000+y*100+z[0]*10+z[1]+(*q)*10000;}
"#,
        &[0, 0],
    );
    same(
        "sizeofs",
        r#"
struct S{char c; int x:3; int y:30; short s; long l; char t[3];}; struct P{char a; struct{char b; int c;} d; union{char e; short g;} u;};
long f(void){ return sizeof(struct S)*1000+sizeof(struct P)*10+__builtin_offsetof(struct P,d);}
"#,
        &[0, 0],
    );
}
