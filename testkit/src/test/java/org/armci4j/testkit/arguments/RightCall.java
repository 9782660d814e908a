package org.armci4j.testkit.arguments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import org.armci4j.Handle;
import org.armci4j.error.ArmciTimeoutException;

/**
 * Checks that both ranks can call a method with right arguments. Without that no refusal proves
 * anything.
 */
final class RightCall {
  private static final long LIMIT_NANOS = 10_000_000_000L;

  private final Fixture fixture;
  private final Method method;

  RightCall(Fixture fixture, Method method) {
    this.fixture = fixture;
    this.method = method;
  }

  void run() throws ReflectiveOperationException {
    RightArguments right = new RightArguments(fixture);
    for (Parameter parameter : method.getParameters()) {
      assertTrue(right.has(parameter), "RightArguments does not know " + parameter);
    }
    Object receiver = fixture.receiver(method);
    assertTrue(
        receiver != null || Modifier.isStatic(method.getModifiers()),
        "Receivers has no " + method.getDeclaringClass());
    fixture.prepare(method);
    Object[] arguments = right.of(method);
    complete(method.invoke(receiver, arguments));
    for (Object argument : arguments) {
      complete(argument);
    }
    fixture.tidyUp(method);
    fixture.requireInStep(1);
    for (int place = 0; place < arguments.length; place++) {
      if (method.getParameters()[place].getName().equals("timeoutNanos")) {
        callWithNoTime(receiver, right.but(method, place, -1L));
      }
    }
  }

  private static void complete(Object object) {
    if (object instanceof Handle handle) {
      handle.await();
    }
  }

  /**
   * Calls with a limit that has passed, as a computed one may have: the call tries once and does
   * not wait.
   */
  private void callWithNoTime(Object receiver, Object[] arguments)
      throws ReflectiveOperationException {
    long start = System.nanoTime();
    try {
      method.invoke(receiver, arguments);
    } catch (InvocationTargetException e) {
      assertEquals(ArmciTimeoutException.class, e.getCause().getClass());
    }
    assertTrue(System.nanoTime() - start < LIMIT_NANOS, "it waits though no time is left");
    fixture.requireInStep(2);
  }
}
