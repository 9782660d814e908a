package org.armci4j;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.armci4j.bootstrap.text.Text;

/** Names groups in the keys of the exchanges by which their members meet. */
final class GroupNames {
  /**
   * Longest list that is written out. A longer one is named by its digest, as the key of an
   * exchange has a limit.
   */
  private static final int LIST_LIMIT = 64;

  private static final int DIGEST_BYTES = 8;

  private GroupNames() {}

  /** Returns the prefix of the keys under which groups of a parent group's members are made. */
  static String folder(String parent) {
    return "group of " + parent + ": ";
  }

  /** Returns the name of a list of members, which may be null. */
  static String list(int[] members) {
    String list = Arrays.toString(members);
    if (list.length() <= LIST_LIMIT) {
      return list;
    }
    return Text.format(
        "[%d, %d, ... %d ranks, %s]", members[0], members[1], members.length, digest(list));
  }

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java platform has SHA-256", e);
    }
  }
}
