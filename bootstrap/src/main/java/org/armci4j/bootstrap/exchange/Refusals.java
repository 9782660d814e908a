package org.armci4j.bootstrap.exchange;

import java.util.LinkedHashMap;
import java.util.Map;

/** What ranks of a job have refused, by the folders that they named. */
final class Refusals {
  private final int size;
  private final Map<String, FailedAttempts> folders = new LinkedHashMap<>();

  /** For a job of {@code size} ranks. */
  Refusals(int size) {
    this.size = size;
  }

  void add(String folder, int rank, String reason) {
    folders.computeIfAbsent(folder, key -> new FailedAttempts(size)).refuse(rank, reason);
  }

  /** Those of the folder that holds {@code key}, or null: nothing was refused in it. */
  FailedAttempts of(String key) {
    for (Map.Entry<String, FailedAttempts> folder : folders.entrySet()) {
      if (key.startsWith(folder.getKey())) {
        return folder.getValue();
      }
    }
    return null;
  }
}
