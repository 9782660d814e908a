package org.armci4j.transport.ucx.ucp.api;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Type;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.transport.network.Raw;

/**
 * Calls a function of seven arguments. jnr-ffi allocates for each call with more than six. Here the
 * arguments lie in permanent memory, and jffi gets their addresses. One thread at a time.
 */
public final class SevenArgumentsCall {
  private static final int ARGUMENTS = 7;

  private static final CallContext SEVEN_LONGS = sevenLongs();

  private final Invoker invoker = Invoker.getInstance();
  private final long function;

  /** The arguments, and behind them the result. */
  private final MemorySegment memory = Raw.allocate((ARGUMENTS + 1) * Long.BYTES);

  private final long base = memory.address();
  private final long[] places = new long[ARGUMENTS];

  SevenArgumentsCall(long function) {
    this.function = function;
    Arrays.setAll(places, index -> base + (long) index * Long.BYTES);
  }

  private static CallContext sevenLongs() {
    Type[] arguments = new Type[ARGUMENTS];
    Arrays.fill(arguments, Type.SLONG_LONG);
    return CallContext.getCallContext(Type.SLONG_LONG, arguments, CallingConvention.DEFAULT, false);
  }

  /** Calls the function; the result is a status pointer. */
  public long call(
      long first, long second, long third, long fourth, long fifth, long sixth, long seventh) {
    Raw.putLong(places[0], first);
    Raw.putLong(places[1], second);
    Raw.putLong(places[2], third);
    Raw.putLong(places[3], fourth);
    Raw.putLong(places[4], fifth);
    Raw.putLong(places[5], sixth);
    Raw.putLong(places[6], seventh);
    long result = base + ARGUMENTS * Long.BYTES;
    invoker.invoke(SEVEN_LONGS, function, result, places);
    return Raw.getLong(result);
  }
}
