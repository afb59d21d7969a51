// Loaded into a server by NODE_OPTIONS: its workers cannot start, the server itself can.
process.execPath = "/there/is/no/such/program";
