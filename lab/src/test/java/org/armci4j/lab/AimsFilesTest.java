package org.armci4j.lab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.armci4j.benchmarks.report.Aims;
import org.junit.jupiter.api.Test;

/** Each line of the files in the folder aims is one. */
class AimsFilesTest {
  @Test
  void everyFileCanBeRead() throws IOException {
    int read = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("aims"), "[!R]*")) {
      for (Path file : files) {
        Aims.read(file);
        read++;
      }
    }
    assertTrue(read > 5, "files: " + read);
  }
}
