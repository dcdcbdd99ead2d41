fn main() {
    let d = std::env::args().nth(1).map_or(12, |s| s.parse().unwrap());
    brudno::bench::run(d, &mut std::io::stdout()).unwrap();
}
