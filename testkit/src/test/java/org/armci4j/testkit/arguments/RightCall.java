package org.armci4j.testkit.arguments;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import org.armci4j.Handle;

/** That both ranks can call a method with right arguments: else no refusal would tell anything. */
final class RightCall {
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
    Object receiver = fixture.receiver(method.getDeclaringClass());
    assertTrue(
        receiver != null || Modifier.isStatic(method.getModifiers()),
        "Receivers has no " + method.getDeclaringClass());
    fixture.prepare(method);
    Object[] arguments = right.of(method);
    method.invoke(receiver, arguments);
    for (Object argument : arguments) {
      if (argument instanceof Handle handle) {
        handle.await();
      }
    }
    fixture.tidyUp(method);
    fixture.requireInStep(1);
  }
}
