package org.armci4j.transport.verbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.verbs.device.EmulatedDevice;
import org.armci4j.transport.verbs.device.SentRequests;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes once more when a connection gets another queue pair, and what does not. */
class RequestJournalTest {
  private static final int MTU = 1024;

  /** Near its end: sequence numbers begin anew behind 24 bits. */
  private static final int FIRST_PACKET = 0xFFFFFE;

  private static final int LOCAL_KEY = 11;
  private static final int REMOTE_KEY = 12;

  private final ConnectionRig rig = ConnectionRig.ofTwoDevices();
  private final Connection connection = rig.connection;
  private final RequestJournal journal = rig.journal;
  private final List<Integer> translated = new ArrayList<>();
  private int index;

  @BeforeEach
  void begin() {
    begin(rig.device, 0);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private void begin(EmulatedDevice device, int index) {
    SentRequests.Keys keys =
        new SentRequests.Keys() {
          @Override
          public int local(long address, int lengthBytes) {
            return LOCAL_KEY;
          }

          @Override
          public int remote(int first) {
            translated.add(first);
            return REMOTE_KEY;
          }
        };
    journal.begin(new RequestJournal.Life(device, index, FIRST_PACKET, keys, null));
    journal.connected(MTU);
  }

  /** The next life, of which the other side had carried out so many packets of the one before. */
  private void moveOn(int packetsThere) {
    moveOn(packetsThere, rig.second);
  }

  private void moveOn(int packetsThere, EmulatedDevice next) {
    journal.leave();
    rig.table.forget(index);
    journal.release();
    journal.settle((FIRST_PACKET + packetsThere) & 0xFFFFFF);
    index = rig.table.addGuest(connection);
    begin(next, index);
    assertTrue(journal.tryResume());
  }

  private long write(int at, int lengthBytes) {
    rig.registered.set(JAVA_LONG, at, at + 1);
    return rig.transfers.put(rig.registered, at, rig.remote.address() + at, 1, lengthBytes);
  }

  private void await(long ticket) {
    connection.progress().await(ticket, "a write");
  }

  @Test
  void whatTheOtherSideHasNotCarriedOutGoesOnceMore() {
    rig.device.failAfter(3);
    long last = 0;
    for (int i = 0; i < 5; i++) {
      last = write(1024 * i, 512);
    }
    while (rig.poller.poll()) {
      // finds the failure
    }
    assertNotNull(journal.broken());
    assertFalse(connection.progress().hasFailed());
    moveOn(3);
    assertEquals(3, connection.progress().complete());
    await(last);
    assertEquals(2, rig.second.log().size());
    for (int i = 0; i < 5; i++) {
      assertEquals(1024 * i + 1, rig.remote.get(JAVA_LONG, 1024L * i));
    }
    assertEquals(List.of(1, 1), translated);
  }

  /** Whoever reads them there may have changed them since. */
  @Test
  void whatItHasCarriedOutIsCompleteThoughItsAnswerWasLost() {
    long last = write(0, 512);
    rig.remote.set(JAVA_LONG, 0, 99);
    moveOn(1);
    await(last);
    assertEquals(List.of(), rig.second.log());
    assertEquals(99, rig.remote.get(JAVA_LONG, 0));
  }

  /** Three packets each, of which the second write's first two came. */
  @Test
  void halfOfAWriteIsNone() {
    write(0, 2500);
    write(4096, 2500);
    long last = write(8192, 2500);
    moveOn(5);
    assertEquals(1, connection.progress().complete());
    await(last);
    assertEquals(2, rig.second.log().size());
  }

  /** The write before it is not: its completion is told with the read's. */
  @Test
  void readsAreMadeAgain() {
    write(0, 512);
    rig.remote.set(JAVA_LONG, 8192, 5);
    long last = rig.transfers.get(rig.remote.address() + 8192, 1, rig.registered, 16384, 4096);
    rig.registered.set(JAVA_LONG, 16384, 0);
    moveOn(5);
    await(last);
    assertEquals(List.of("read of 1 segments, 4096 bytes"), rig.second.log());
    assertEquals(5, rig.registered.get(JAVA_LONG, 16384));
  }

  /** Behind a read whose data were lost, and before a write that did not come. */
  @Test
  void aWriteBetweenWhatGoesOnceMoreIsNotRepeated() {
    rig.transfers.get(rig.remote.address() + 8192, 1, rig.registered, 16384, 512);
    write(0, 512);
    long last = write(1024, 512);
    rig.remote.set(JAVA_LONG, 0, 99);
    moveOn(2);
    await(last);
    assertEquals(2, rig.second.log().size());
    assertEquals(99, rig.remote.get(JAVA_LONG, 0));
  }

  @Test
  void whatIsPostedMeanwhileGoesBehind() {
    rig.device.failAfter(0);
    write(0, 8);
    journal.leave();
    long last = write(512, 512);
    assertEquals(0, rig.second.log().size());
    moveOn(0);
    await(last);
    write(1024, 256);
    assertEquals(3, rig.second.log().size());
    assertEquals(List.of(2, 1), rig.second.chains());
    assertEquals(1025, rig.remote.get(JAVA_LONG, 1024));
  }

  /** Before the way back, when what is under way ends first. */
  @Test
  void whatIsPostedWhileItHoldsWaits() {
    write(0, 512);
    journal.hold();
    long last = write(1024, 512);
    assertEquals(1, rig.device.log().size());
    moveOn(1);
    await(last);
    assertEquals(1, rig.second.log().size());
  }

  /** Of a signal no completion tells; of a put one does. */
  @Test
  void itIsDrainedWhenAllIsCompleteOfWhichACompletionTells() {
    connection.writeWord(5, Long.BYTES, rig.remote.address(), 1);
    journal.hold();
    assertTrue(journal.isDrained());
    moveOn(1);
    assertEquals(1, connection.progress().complete());
    long last = write(512, 512);
    connection.writeWord(6, Long.BYTES, rig.remote.address(), 1);
    journal.hold();
    assertFalse(journal.isDrained());
    await(last);
    assertTrue(journal.isDrained());
  }

  @Test
  void anAtomicWhoseOldValueIsLostCannotGoOn() {
    rig.fetchAdd(rig.remote.address() + 64, 5, rig.registered, 0);
    ArmciException lost = assertThrows(ArmciException.class, () -> moveOn(1));
    assertTrue(lost.getMessage().contains("its old value was lost"), lost::getMessage);
  }

  @Test
  void anAtomicWhoseOldValueNobodyWantsIsComplete() {
    rig.atomics.add(rig.remote.address() + 64, new VerbsRemoteKey(1), 5);
    long last = connection.progress().started();
    moveOn(1);
    await(last);
    assertEquals(5, rig.remote.get(JAVA_LONG, 64));
    assertEquals(List.of(), rig.second.log());
  }

  @Test
  void anAtomicThatDidNotArriveGoesOnceMore() {
    rig.device.failAfter(0);
    long last = rig.fetchAdd(rig.remote.address(), 5, rig.registered, 0);
    moveOn(0);
    await(last);
    assertEquals(5, rig.remote.get(JAVA_LONG, 0));
  }

  /** A device that does not tell its state says anything. */
  @Test
  void moreThanWentCannotHaveArrived() {
    write(0, 512);
    assertThrows(ArmciException.class, () -> moveOn(2));
  }

  @Test
  void whatCarriesOutASecondLifeIsCountedFromItsBeginning() {
    rig.device.failAfter(1);
    write(0, 512);
    write(1024, 512);
    moveOn(1);
    long last = write(2048, 512);
    rig.remote.set(JAVA_LONG, 1024, 77);
    journal.leave();
    rig.table.forget(1);
    journal.settle((FIRST_PACKET + 1) & 0xFFFFFF);
    begin(rig.device, rig.table.addGuest(connection));
    rig.device.failAfter(1000);
    assertTrue(journal.tryResume());
    await(last);
    assertEquals(77, rig.remote.get(JAVA_LONG, 1024));
    assertEquals(2049, rig.remote.get(JAVA_LONG, 2048));
  }

  /** In its second life the write is signalled, and its completion is lost with that life. */
  @Test
  void noLifeKeepsRoomForACompletionThatIsLost() {
    write(0, Long.BYTES);
    assertEquals(ConnectionRig.ROOM, rig.room.availablePermits(), "it is not signalled");
    moveOn(0);
    assertEquals(ConnectionRig.ROOM - 1, rig.room.availablePermits());
    moveOn(1, rig.device);
    assertEquals(ConnectionRig.ROOM, rig.room.availablePermits());
  }

  @Test
  void aWriteOfThreeLivesHasRoomForOneCompletion() {
    write(0, Long.BYTES);
    assertEquals(ConnectionRig.ROOM, rig.room.availablePermits(), "it is not signalled");
    moveOn(0);
    moveOn(0, rig.device);
    assertEquals(ConnectionRig.ROOM - 1, rig.room.availablePermits());
  }

  /** As when all connections through a port resume at once. */
  @Test
  void whatHasRoomForACompletionNeedsNoMoreToResume() {
    long signalled = write(0, 512);
    write(1024, Long.BYTES);
    assertEquals(ConnectionRig.ROOM - 1, rig.room.drainPermits());
    moveOn(0);
    await(signalled);
    assertEquals(2, connection.progress().complete());
    assertEquals(1, rig.room.availablePermits());
  }
}
