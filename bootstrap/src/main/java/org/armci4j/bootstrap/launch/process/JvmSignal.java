package org.armci4j.bootstrap.launch.process;

import java.lang.reflect.Proxy;

/**
 * Runs Java code on a signal, through {@code sun.misc.Signal}, which not every JVM needs to have.
 */
public final class JvmSignal {
  private JvmSignal() {}

  /**
   * Runs {@code action} at each signal of this name, such as {@code ALRM}, from now on. A signal
   * that this process was started to ignore stays ignored.
   *
   * @throws ReflectiveOperationException when this JVM has no such class, or reserves the signal
   */
  public static void handle(String name, Runnable action) throws ReflectiveOperationException {
    // By reflection: javac warns of each use of sun.misc, and the warning cannot be switched off.
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object running =
        Proxy.newProxyInstance(
            handler.getClassLoader(),
            new Class<?>[] {handler},
            (proxy, method, arguments) -> {
              action.run();
              return null;
            });
    Object named = signal.getConstructor(String.class).newInstance(name);
    signal.getMethod("handle", signal, handler).invoke(null, named, running);
  }
}
