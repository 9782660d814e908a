package org.armci4j.bootstrap.hosted;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Whatever stands in the file of a job is an entry, or is said to be none. */
class JobFileFuzzTest {
  @FuzzTest
  void textIsAnEntryOrNone(byte[] bytes) {
    JobFile.Entry entry;
    try {
      entry = JobFile.Entry.parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException none) {
      return; // as it should be; any other exception is a finding
    }
    boolean _ = entry.isStale();
    assertEquals(entry.words(), JobFile.Entry.parse(entry.words()).words());
  }
}
