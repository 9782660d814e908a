package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.junit.jupiter.api.Test;

/**
 * Checks that the decorators pass on every method. A default implementation that they inherit would
 * take the place of the transport's own.
 */
class DecoratorsTest {
  @Test
  void everyMethodIsPassedOn() {
    assertEquals(List.of(), inherited(Transport.class, RecordingTransport.class));
    assertEquals(List.of(), inherited(RemoteBlock.class, RecordingBlock.class));
  }

  private static List<String> inherited(Class<?> type, Class<?> decorator) {
    return Arrays.stream(type.getMethods())
        .filter(method -> !Modifier.isFinal(method.getModifiers()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getDeclaringClass() != Object.class)
        .filter(method -> isInherited(method, decorator))
        .map(Method::toString)
        .toList();
  }

  private static boolean isInherited(Method method, Class<?> decorator) {
    return Arrays.stream(decorator.getDeclaredMethods())
        .noneMatch(
            own ->
                own.getName().equals(method.getName())
                    && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
  }
}
