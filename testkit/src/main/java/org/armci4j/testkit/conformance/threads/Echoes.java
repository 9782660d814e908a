package org.armci4j.testkit.conformance.threads;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.testkit.conformance.shape.Shuffle;
import org.armci4j.testkit.conformance.shape.StridedModel;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Calls procedures whose request names its bytes and the bytes of the reply, so that the reply to
 * another call is noticed. Calls are blocking or several at once, to handlers of both kinds, and to
 * handlers that call another rank.
 */
final class Echoes implements ThreadWork {
  private static final int LONG = 1;
  private static final int SHORT = 2;
  private static final int RELAYED = 3;
  private static final int AT_ONCE = 3;

  /** Bytes of a request's head: the seed of its bytes and the length of the reply. */
  private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

  private static final byte UNTOUCHED = 0x5a;

  private final Trial trial;
  private final SplittableRandom random;
  private final Calls calls;
  private final int procedures;
  private final int mostBytes;
  private final Call[] own = new Call[AT_ONCE];

  /**
   * @param relays whether calls are relayed too, one at a time: at most {@code callSlots} handlers
   *     may wait for calls at once
   */
  Echoes(Trial trial, SplittableRandom random, Calls calls, boolean relays) {
    this.trial = trial;
    this.random = random;
    this.calls = calls;
    this.procedures = relays ? RELAYED : SHORT;
    this.mostBytes = mostBytes(trial.armci());
    for (int i = 0; i < AT_ONCE; i++) {
      own[i] = new Call();
    }
  }

  private static int mostBytes(Armci armci) {
    return Math.toIntExact(armci.settings().get(ArmciSettings.CALL_BYTES));
  }

  /** Registers the procedures of this rank. */
  static void register(Armci armci, Calls calls) {
    calls.register(LONG, (_, request, reply) -> answer(armci.rank(), request, reply));
    calls.registerShort(SHORT, (_, request, reply) -> answer(armci.rank(), request, reply));
    int next = (armci.rank() + 1) % armci.size();
    calls.register(RELAYED, (_, request, reply) -> calls.call(next, LONG, request, reply));
  }

  private static int answer(int rank, MemorySegment request, MemorySegment reply) {
    long seed = request.get(JAVA_LONG_UNALIGNED, 0);
    int replyBytes = request.get(JAVA_INT_UNALIGNED, Long.BYTES);
    MemorySegment expected = request(seed, replyBytes, (int) request.byteSize());
    if (expected.mismatch(request) >= 0) {
      throw new IllegalStateException("the request has other bytes than its seed says");
    }
    reply.copyFrom(reply(seed, rank, replyBytes));
    return replyBytes;
  }

  private static MemorySegment request(long seed, int replyBytes, int sizeBytes) {
    MemorySegment request = StridedModel.random(new SplittableRandom(seed), sizeBytes);
    request.set(JAVA_LONG_UNALIGNED, 0, seed);
    request.set(JAVA_INT_UNALIGNED, Long.BYTES, replyBytes);
    return request;
  }

  private static MemorySegment reply(long seed, int rank, int sizeBytes) {
    return StridedModel.random(new SplittableRandom(seed + 1 + rank), sizeBytes);
  }

  /** Holds a drawn call. */
  private record Asked(
      long seed,
      int target,
      int procedure,
      int replyBytes,
      MemorySegment request,
      MemorySegment reply) {
    int answering(int ranks) {
      return procedure == RELAYED ? (target + 1) % ranks : target;
    }
  }

  /** Draws a call of one of the first {@code ofProcedures} procedures. */
  private Asked draw(int ofProcedures) {
    long seed = random.nextLong();
    int target = random.nextInt(trial.size());
    int procedure = 1 + random.nextInt(ofProcedures);
    int replyBytes = random.nextInt(1 + (mostBytes >> random.nextInt(8)));
    int more = random.nextInt(1 + ((mostBytes - HEAD_BYTES) >> random.nextInt(8)));
    MemorySegment request = request(seed, replyBytes, HEAD_BYTES + more);
    int room = Math.min(mostBytes, replyBytes + random.nextInt(100));
    MemorySegment reply = MemorySegment.ofArray(new byte[room]).fill(UNTOUCHED);
    return new Asked(seed, target, procedure, replyBytes, request, reply);
  }

  @Override
  public void next() {
    int count = random.nextInt(AT_ONCE + 1);
    if (count == 0) {
      Asked asked = draw(procedures);
      require(asked, calls.call(asked.target, asked.procedure, asked.request, asked.reply), "call");
      return;
    }
    Asked[] asked = new Asked[count];
    for (int i = 0; i < count; i++) {
      asked[i] = draw(i == 0 ? procedures : SHORT);
      Asked one = asked[i];
      calls.nbCall(one.target, one.procedure, one.request, one.reply, own[i]);
    }
    for (int i : Shuffle.order(random, count)) {
      require(asked[i], calls.await(own[i]), "nonblocking call");
    }
  }

  private void require(Asked asked, int seenBytes, String form) {
    String what =
        Text.format(
            "reply to a %s of procedure %d of rank %d", form, asked.procedure, asked.target);
    trial.requireEqual(asked.replyBytes, seenBytes, () -> "bytes of the " + what);
    MemorySegment expected = MemorySegment.ofArray(new byte[(int) asked.reply.byteSize()]);
    expected.fill(UNTOUCHED);
    expected
        .asSlice(0, asked.replyBytes)
        .copyFrom(reply(asked.seed, asked.answering(trial.size()), asked.replyBytes));
    trial.requireSame(expected, asked.reply, () -> what);
  }
}
