package org.armci4j.transport.ucx.ucp.api;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Library;
import com.kenai.jffi.Type;
import java.util.Arrays;

/**
 * The functions of libucp that have six or seven arguments: those that move data.
 *
 * <p>jnr-ffi 2.3.4 passes the sixth of exactly six integer arguments wrongly on x86-64, and
 * allocates for a seventh. So these functions are called through jffi, the layer below jnr-ffi,
 * which passes them right and allocates nothing.
 */
public final class TransferCalls {
  private static final int ARGUMENTS = 6;

  private final Invoker invoker = Invoker.getInstance();
  private final CallContext sixLongs;
  private final long putFunction;
  private final long getFunction;
  private final long atomicFunction;
  private final long messageFunction;

  /**
   * Finds the functions.
   *
   * @param library its file name; it has been loaded
   * @throws UnsatisfiedLinkError when the library has no such functions
   */
  public TransferCalls(String library) {
    Library opened = Library.openLibrary(library, Library.LAZY | Library.LOCAL);
    if (opened == null) {
      throw new UnsatisfiedLinkError(library + ": " + Library.getLastError());
    }
    Type[] arguments = new Type[ARGUMENTS];
    Arrays.fill(arguments, Type.SLONG_LONG);
    this.sixLongs =
        CallContext.getCallContext(Type.SLONG_LONG, arguments, CallingConvention.DEFAULT, false);
    this.putFunction = find(opened, "ucp_put_nbx");
    this.getFunction = find(opened, "ucp_get_nbx");
    this.atomicFunction = find(opened, "ucp_atomic_op_nbx");
    this.messageFunction = find(opened, "ucp_am_send_nbx");
  }

  private static long find(Library library, String name) {
    long address = library.getSymbolAddress(name);
    if (address == 0) {
      throw new UnsatisfiedLinkError(name + ": " + Library.getLastError());
    }
    return address;
  }

  /** Calls {@code ucp_put_nbx}; the result is a status pointer. */
  public long put(long endpoint, long buffer, long count, long remote, long key, long params) {
    return invoker.invokeN6(sixLongs, putFunction, endpoint, buffer, count, remote, key, params);
  }

  /** Calls {@code ucp_get_nbx}; the result is a status pointer. */
  public long get(long endpoint, long buffer, long count, long remote, long key, long params) {
    return invoker.invokeN6(sixLongs, getFunction, endpoint, buffer, count, remote, key, params);
  }

  /** Returns an object that calls {@code ucp_atomic_op_nbx}, for one thread at a time. */
  public SevenArgumentsCall newAtomicCall() {
    return new SevenArgumentsCall(atomicFunction);
  }

  /** Returns an object that calls {@code ucp_am_send_nbx}, for one thread at a time. */
  public SevenArgumentsCall newMessageCall() {
    return new SevenArgumentsCall(messageFunction);
  }
}
