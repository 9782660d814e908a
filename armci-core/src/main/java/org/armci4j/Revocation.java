package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.armci4j.error.ArmciException;
import org.armci4j.error.GroupRevokedException;
import org.armci4j.error.RankFailedException;
import org.armci4j.kernel.Words;
import org.armci4j.transport.RemoteBlock;

/**
 * Tells the members of a group that one of them has revoked it: by a word in each member's block,
 * with the revoking member's rank. The reason stands in that member's own block.
 */
final class Revocation {
  /** The rank that has revoked the group, plus 1; 0 while none has. */
  private static final long REVOKER = 0;

  private static final long LENGTH = Long.BYTES;
  private static final long TEXT = 2 * Long.BYTES;
  private static final int TEXT_BYTES = 240;

  /** Bytes of each member's control block that this uses. */
  static final long SIZE_BYTES = TEXT + TEXT_BYTES;

  private final String group;
  private final GlobalMemory control;
  private final MemorySegment own;
  private final long offset;
  private final Tickets tickets;

  /**
   * Uses some bytes of the members' control blocks.
   *
   * @param group name of the group, for messages
   * @param offset the first of the bytes, a multiple of 8
   */
  Revocation(String group, GlobalMemory control, long offset, Tickets tickets) {
    this.tickets = tickets;
    this.group = group;
    this.control = control;
    this.own = control.local();
    this.offset = offset;
  }

  boolean isThere() {
    return Words.getAcquire(own, offset + REVOKER) != 0;
  }

  /** Says why this rank revokes the group. Before {@link #tell}, which lets the others read it. */
  void say(String reason) {
    byte[] all = reason.getBytes(StandardCharsets.UTF_8);
    byte[] text = Arrays.copyOf(all, Math.min(all.length, TEXT_BYTES));
    MemorySegment.copy(MemorySegment.ofArray(text), 0, own, offset + TEXT, text.length);
    Words.setRelease(own, offset + LENGTH, text.length);
  }

  /**
   * Tells the members that rank {@code me} has revoked the group, and wakes their waits. When this
   * returns, the members' exchanges may be ended: they find the reason. A member that has failed
   * needs no word. No member waits until another has the word: one that is silent may take long.
   *
   * @return what kept a member from the word; null if nothing did
   */
  ArmciException tell(int[] members, int me) {
    ArmciException signalled =
        tellEach(
            members, member -> control.block(member, "revoke").signal(offset + REVOKER, me + 1L));
    ArmciException arrived = tellEach(members, tickets::flush);
    return arrived == null ? signalled : arrived;
  }

  private static ArmciException tellEach(int[] members, IntConsumer word) {
    ArmciException untold = null;
    for (int member : members) {
      try {
        word.accept(member);
      } catch (RankFailedException lost) {
        // The others' waits end by its loss as well.
      } catch (ArmciException e) {
        untold = e;
      }
    }
    return untold;
  }

  /** Throws if the group is revoked. */
  void requireNone(Supplier<String> what) {
    long revoker = Words.getAcquire(own, offset + REVOKER) - 1;
    if (revoker >= 0) {
      throw new GroupRevokedException(what.get(), group, (int) revoker, reasonOf((int) revoker));
    }
  }

  private String reasonOf(int revoker) {
    try {
      RemoteBlock there = control.block(revoker, "revoke");
      byte[] text = new byte[(int) there.getLong(offset + LENGTH)];
      if (text.length > 0) {
        MemorySegment to = MemorySegment.ofArray(text);
        tickets.await(revoker, there.get(offset + TEXT, to, 0, text.length));
      }
      return new String(text, StandardCharsets.UTF_8);
    } catch (RankFailedException since) {
      return "its reason went with it, as it has failed since";
    } catch (ArmciException unread) {
      return "its reason cannot be read: " + unread.getMessage();
    }
  }
}
