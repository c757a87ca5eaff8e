// Nothing runs.
int main() {}
