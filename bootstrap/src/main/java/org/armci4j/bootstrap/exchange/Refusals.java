package org.armci4j.bootstrap.exchange;

import java.util.LinkedHashMap;
import java.util.Map;

/** Holds the refusals of a job's ranks, by folder. */
final class Refusals {
  private final int size;
  private final Map<String, FailedAttempts> folders = new LinkedHashMap<>();

  /** Makes the refusals of a job of {@code size} ranks. */
  Refusals(int size) {
    this.size = size;
  }

  void add(String folder, int rank, String reason) {
    folders.computeIfAbsent(folder, key -> new FailedAttempts(size)).refuse(rank, reason);
  }

  /**
   * Returns the failed attempts of the folder that holds {@code key}, or null without a refusal
   * there.
   */
  FailedAttempts of(String key) {
    for (Map.Entry<String, FailedAttempts> folder : folders.entrySet()) {
      if (key.startsWith(folder.getKey())) {
        return folder.getValue();
      }
    }
    return null;
  }
}
