// It does not compile, but no expectation states why.
int main() { return 0 }
