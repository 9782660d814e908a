package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What messages from rank to rank keep wherever ranks meet. */
abstract class MessageContract extends BootstrapFixture {
  private static final class Recorder implements MessageListener {
    final List<String> received = Collections.synchronizedList(new ArrayList<>());
    final List<String> undelivered = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void received(int from, byte[] message) {
      received.add(from + ": " + new String(message, StandardCharsets.UTF_8));
    }

    @Override
    public void undelivered(int to, String reason) {
      undelivered.add(reason);
    }
  }

  /** A job whose ranks have all joined. */
  private List<Bootstrap> metJob(int size) {
    List<Bootstrap> ranks = job(size);
    var meetings = ranks.stream().map(rank -> start(rank, "all", world(size))).toList();
    for (var met : meetings) {
      try {
        met.get();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
    return ranks;
  }

  @Test
  void messagesOfOneSenderKeepTheirOrder() {
    List<Bootstrap> ranks = metJob(3);
    Recorder recorder = new Recorder();
    int count = 200;
    for (int i = 0; i < count / 2; i++) {
      ranks.get(0).send(2, bytes("m" + i)); // nobody listens yet
    }
    ranks.get(2).onMessage(recorder);
    for (int i = count / 2; i < count; i++) {
      ranks.get(0).send(2, bytes("m" + i));
    }
    ranks.get(1).send(2, bytes("other"));
    Await.until("all messages", () -> recorder.received.size() == count + 1);
    assertEquals(
        IntStream.range(0, count).mapToObj(i -> "0: m" + i).toList(),
        recorder.received.stream().filter(text -> text.startsWith("0")).toList());
    assertEquals(1, Collections.frequency(recorder.received, "1: other"));
  }

  @Test
  void aRankMayWriteToItself() {
    List<Bootstrap> ranks = metJob(2);
    Recorder recorder = new Recorder();
    ranks.get(1).onMessage(recorder);
    ranks.get(1).send(1, bytes("note"));
    Await.until("the note", () -> recorder.received.equals(List.of("1: note")));
  }

  @Test
  void listenersAnswer() {
    List<Bootstrap> ranks = metJob(2);
    Recorder recorder = new Recorder();
    ranks.get(0).onMessage(recorder);
    ranks
        .get(1)
        .onMessage(
            new MessageListener() {
              @Override
              public void received(int from, byte[] message) {
                ranks.get(1).send(from, message);
              }

              @Override
              public void undelivered(int to, String reason) {}
            });
    ranks.get(0).send(1, bytes("ping"));
    Await.until("the answer", () -> recorder.received.equals(List.of("1: ping")));
  }

  @Test
  void senderLearnsThatItsReceiverHasLeft() {
    List<Bootstrap> ranks = metJob(2);
    Recorder recorder = new Recorder();
    ranks.get(0).onMessage(recorder);
    ranks.get(1).close();
    ranks.get(0).send(1, bytes("late"));
    Await.until("the news", () -> recorder.undelivered.size() == 1);
    assertEquals("rank 1 is not in the job, or has left it", recorder.undelivered.getFirst());
  }

  @Test
  void wrongUseIsRefused() {
    List<Bootstrap> ranks = metJob(2);
    assertThrows(IllegalArgumentException.class, () -> ranks.get(0).send(2, new byte[1]));
    assertThrows(IllegalArgumentException.class, () -> ranks.get(0).send(-1, new byte[1]));
    ranks.get(0).onMessage(new Recorder());
    assertThrows(IllegalStateException.class, () -> ranks.get(0).onMessage(new Recorder()));
  }
}
