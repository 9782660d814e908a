package org.armci4j.bootstrap.launch.rank;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.armci4j.bootstrap.launch.plan.LaunchException;

/**
 * The {@code main} of a program, found by the rules of the {@code java} command: with or without
 * the array of arguments, static or of an instance.
 */
public final class MainMethod {
  private final Class<?> type;
  private final Method method;

  private MainMethod(Class<?> type, Method method) {
    this.type = type;
    this.method = method;
  }

  /**
   * Finds the method; initialises no class.
   *
   * @param className binary name of the class
   * @param loader where to look
   * @return the method
   * @throws LaunchException if there is no such class, or it has no main method
   */
  static MainMethod find(String className, ClassLoader loader) {
    Class<?> type;
    try {
      type = Class.forName(className, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new LaunchException("cannot load the program " + className + ": " + e, e);
    }
    Method method = declared(type, String[].class);
    if (method == null) {
      method = declared(type);
    }
    if (method == null) {
      throw new LaunchException(
          className + " has no main method; it needs: public static void main(String[] args)");
    }
    method.setAccessible(true);
    return new MainMethod(type, method);
  }

  private static Method declared(Class<?> type, Class<?>... parameters) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      try {
        Method method = owner.getDeclaredMethod("main", parameters);
        if (!Modifier.isPrivate(method.getModifiers()) && method.getReturnType() == void.class) {
          return method;
        }
      } catch (NoSuchMethodException inherited) {
        // A superclass may have the method.
      }
    }
    return null;
  }

  /**
   * Runs the program.
   *
   * @param arguments its arguments
   * @throws Throwable thrown by the program, with the launcher's own frames cut off its stack trace
   */
  void run(String... arguments) throws Throwable {
    try {
      Object receiver = Modifier.isStatic(method.getModifiers()) ? null : instance();
      Object[] parameters = method.getParameterCount() == 0 ? null : new Object[] {arguments};
      method.invoke(receiver, parameters);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      cutLauncherFrames(cause);
      throw cause;
    }
  }

  private Object instance() throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private static void cutLauncherFrames(Throwable thrown) {
    StackTraceElement[] frames = thrown.getStackTrace();
    int end = frames.length;
    while (end > 0 && isLaunching(frames[end - 1].getClassName())) {
      end--;
    }
    thrown.setStackTrace(Arrays.copyOf(frames, end));
  }

  private static boolean isLaunching(String className) {
    return className.startsWith(MainMethod.class.getPackageName() + ".")
        || className.startsWith("java.lang.reflect.")
        || className.startsWith("jdk.internal.reflect.")
        || className.equals("java.lang.Thread");
  }
}
