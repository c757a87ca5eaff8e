// It does not compile, but nothing says why.
int main() { return 0 }
