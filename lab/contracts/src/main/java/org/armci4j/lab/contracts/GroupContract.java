package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.BlockAddress;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.HostDomains;
import org.armci4j.SharedBlock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/** Checks the promises of groups, host domains and blocks that one rank shares on its own. */
final class GroupContract implements Contract {
  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("the world is all ranks in order", GroupContract::world);
    checks.put("split makes groups by colour, ordered by key", GroupContract::split);
    checks.put("groups of a list barrier and allocate on their own", GroupContract::lists);
    checks.put("wrong lists are refused", GroupContract::wrongLists);
    checks.put("a rank's wrong list is told to the others", GroupContract::wrongListOfOne);
    checks.put("children of children keep apart", GroupContract::grandchildren);
    checks.put("domains partition the ranks", GroupContract::domains);
    checks.put("a shared block is reached by its address", GroupContract::sharedBlock);
    return checks;
  }

  private static int[] upTo(int size) {
    return IntStream.range(0, size).toArray();
  }

  private static void world(Armci armci) {
    Group world = armci.world();
    assertArrayEquals(upTo(armci.size()), world.ranks());
    assertEquals(armci.rank(), world.rank());
    assertEquals(armci.size(), world.size());
    assertThrows(ArmciException.class, () -> world.worldRank(armci.size()));
    assertEquals(-1, world.groupRank(armci.size()));
  }

  private static void split(Armci armci) {
    int rank = armci.rank();
    Group half = armci.world().split(rank % 2, -rank);
    int[] expected =
        IntStream.range(0, armci.size())
            .map(i -> armci.size() - 1 - i)
            .filter(r -> r % 2 == rank % 2)
            .toArray();
    assertArrayEquals(expected, half.ranks());
    assertEquals(rank, half.worldRank(half.rank()));
    assertEquals(half.rank(), half.groupRank(rank));
    half.barrier();
    half.close();
    Group last = armci.world().split(rank == armci.size() - 1 ? 7 : -1, 0);
    if (rank == armci.size() - 1) {
      assertEquals(1, last.size());
      last.close();
    } else {
      assertNull(last);
    }
  }

  /** Makes a group of every pair of neighbours; every rank but the ends is in two. */
  private static void lists(Armci armci) {
    int rank = armci.rank();
    for (int round = 0; round < 3; round++) {
      for (int first = 0; first + 1 < armci.size(); first++) {
        if (rank == first || rank == first + 1) {
          pair(armci, armci.world().create(first + 1, first), 2 * first + 1 - rank);
        }
      }
    }
  }

  private static void pair(Armci armci, Group pair, int other) {
    assertEquals(2, pair.size());
    GlobalMemory memory = pair.allocate(8L * (armci.rank() + 1));
    assertEquals(8L * (other + 1), memory.sizeBytes(other));
    for (long i = 1; i <= 50; i++) {
      armci.putLong(memory, other, 0, i * 100 + armci.rank());
      pair.barrier();
      assertEquals(i * 100 + other, memory.local().get(JAVA_LONG, 0));
      pair.barrier();
    }
    pair.fence();
    int stranger =
        IntStream.range(0, armci.size()).filter(r -> pair.groupRank(r) < 0).findFirst().orElse(-1);
    if (stranger >= 0) {
      refused("gave no block", () -> armci.putLong(memory, stranger, 0, 1));
    }
    pair.free(memory);
    pair.close();
  }

  private static void wrongLists(Armci armci) {
    Group world = armci.world();
    assertThrows(ArmciException.class, () -> world.create());
    assertThrows(ArmciException.class, () -> world.create(armci.rank(), armci.rank()));
    assertThrows(ArmciException.class, () -> world.create(armci.rank(), armci.size()));
    if (armci.size() > 1) {
      int other = right(armci);
      assertThrows(ArmciException.class, () -> world.create(other));
    }
  }

  /** Lets each rank err in turn, twice; the others hear it twice, and then all go on. */
  private static void wrongListOfOne(Armci armci) {
    Group world = armci.world();
    int[] all = upTo(armci.size());
    for (int erring = 0; erring < armci.size(); erring++) {
      for (int turn = 0; turn < 2; turn++) {
        int[] list = armci.rank() == erring ? new int[] {erring, erring} : all;
        refused(Text.format("the list names rank %d twice", erring), () -> world.create(list));
      }
      Group group = world.create(all);
      group.barrier();
      group.close();
    }
  }

  private static void grandchildren(Armci armci) {
    Group all = armci.world().create(upTo(armci.size()));
    Group again = armci.world().create(upTo(armci.size()));
    Group child = all.split(armci.rank() / 2, 0);
    GlobalMemory ofChild = child.allocate(8);
    GlobalMemory ofAll = again.allocate(8);
    int next = child.worldRank((child.rank() + 1) % child.size());
    armci.putLong(ofChild, next, 0, 1);
    armci.putLong(ofAll, right(armci), 0, 2);
    again.barrier();
    assertEquals(1, ofChild.local().get(JAVA_LONG, 0));
    assertEquals(2, ofAll.local().get(JAVA_LONG, 0));
    again.free(ofAll);
    child.free(ofChild);
    child.close();
    again.close();
    all.close();
  }

  private static void domains(Armci armci) {
    HostDomains domains = armci.domains();
    int ranks = 0;
    for (int domain = 0; domain < domains.count(); domain++) {
      for (int rank : domains.ranks(domain)) {
        assertEquals(domain, domains.domain(rank));
        assertEquals(domain == domains.mine(), domains.isHere(rank));
        ranks++;
      }
    }
    assertEquals(armci.size(), ranks);
    assertEquals(domains.mine(), domains.domain(armci.rank()));
    assertThrows(ArmciException.class, () -> domains.domain(armci.size()));
    assertThrows(ArmciException.class, () -> domains.ranks(domains.count()));
  }

  /** Sends the address to the right neighbour by a put, as any other bytes. */
  private static void sharedBlock(Armci armci) {
    GlobalMemory mail = armci.allocate(1024);
    SharedBlock block = armci.share(128);
    byte[] address = block.address().toBytes();
    int right = right(armci);
    int left = left(armci);
    armci.putInt(mail, right, 0, address.length);
    armci.put(MemorySegment.ofArray(address), mail, right, 8);
    armci.barrier();
    byte[] received = new byte[armci.getInt(mail, armci.rank(), 0)];
    armci.get(mail, armci.rank(), 8, MemorySegment.ofArray(received));
    GlobalMemory ofLeft = armci.attach(BlockAddress.of(received));
    assertEquals(128, ofLeft.sizeBytes(left));
    armci.putLong(ofLeft, left, 120, 77 + armci.rank());
    assertThrows(ArmciException.class, () -> armci.putLong(ofLeft, left, 121, 1));
    armci.barrier();
    assertEquals(77 + right, block.memory().local().get(JAVA_LONG, 120));
    armci.barrier();
    block.close();
    armci.barrier();
    assertEquals(77 + armci.rank(), armci.getLong(ofLeft, left, 120), "still attached");
    armci.detach(ofLeft);
    assertThrows(ArmciException.class, () -> armci.getLong(ofLeft, left, 120));
    armci.barrier();
    ArmciException refused =
        assertThrows(ArmciException.class, () -> armci.attach(BlockAddress.of(received)));
    String who = Text.format("attach by rank %d to a block of rank %d: ", armci.rank(), left);
    assertTrue(refused.getMessage().startsWith(who), refused.getMessage());
    // Another block of the same size may lie where the first one was; the first address does not
    // name it.
    SharedBlock next = armci.share(128);
    armci.barrier();
    assertThrows(ArmciException.class, () -> armci.attach(BlockAddress.of(received)));
    armci.barrier();
    next.close();
    assertThrows(ArmciException.class, () -> BlockAddress.of(new byte[3]));
    armci.free(mail);
  }
}
