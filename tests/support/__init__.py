"""What tests are made with: scenes, a second engine, terminals, processes, golden files."""
