package org.armci4j.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.text.Text;

/**
 * Loops between two memory segments, with one copy of their code for each pair of implementation
 * classes of {@link MemorySegment} (native, mapped, a heap array of one type).
 *
 * <p>Every access to a segment asks the segment for its base by a virtual call. The JIT removes the
 * call only where it knows the class, and it learns classes from a profile that the whole JVM
 * shares. Once the profile holds three classes, each access costs 8 to 15 ns instead of 0.5, and
 * vectors become objects. So the loops are written once, in a template, and defined again as a
 * hidden class for each pair. There the two classes are constants, which the template gets by
 * {@link #constant}. Other constants, such as the type of elements, come the same way: branches
 * that do not apply are not compiled. Defining a pair takes about a millisecond, once. The hidden
 * classes hold code, not state.
 *
 * @param <T> the interface that the template implements
 */
public final class ExactClasses<T> {
  private final Class<T> type;
  private final Class<? extends T> template;
  private final MethodHandles.Lookup lookup;
  private final List<Object> constants;

  /** The loops that are used most, found without a look-up. Two threads may set this at once. */
  private T nativeToNative;

  private final ClassValue<ClassValue<T>> bySource =
      new ClassValue<>() {
        @Override
        protected ClassValue<T> computeValue(Class<?> from) {
          return byTarget(from);
        }
      };

  /**
   * Creates an empty set of loops.
   *
   * @param type the interface that the template implements
   * @param template a class with a constructor of no arguments, and no nested classes
   * @param lookup of the template's package
   * @param constants more for the template, after the two classes
   */
  public ExactClasses(
      Class<T> type,
      Class<? extends T> template,
      MethodHandles.Lookup lookup,
      Object... constants) {
    this.type = type;
    this.template = template;
    this.lookup = lookup;
    this.constants = List.of(constants);
  }

  /**
   * Returns a constant of the template: its source's class at 0, its target's at 1, then its own.
   *
   * @param lookup of the template itself
   * @param index number of the constant
   * @param type of the constant
   * @param <C> the same
   * @return the value for a static final field
   */
  public static <C> C constant(MethodHandles.Lookup lookup, int index, Class<C> type) {
    try {
      return MethodHandles.classDataAt(lookup, "_", type, index);
    } catch (IllegalAccessException e) {
      throw new LinkageError("this class is a template of hidden classes", e);
    }
  }

  /** Returns the exception of a loop that was given segments of other classes than its own. */
  public static IllegalArgumentException mistake(
      Class<?> from, Class<?> to, MemorySegment source, MemorySegment target) {
    return new IllegalArgumentException(
        Text.format("loops of %s to %s got %s and %s", from, to, source, target));
  }

  /**
   * Returns the loops for the classes of these two segments.
   *
   * @param from the segment that will be read
   * @param to the segment that will be written
   * @return the same object for the same two classes
   */
  public T between(MemorySegment from, MemorySegment to) {
    if (!NativeMemory.is(from) || !NativeMemory.is(to)) {
      return of(from.getClass(), to.getClass());
    }
    T known = nativeToNative;
    if (known == null) {
      known = of(from.getClass(), to.getClass());
      nativeToNative = known;
    }
    return known;
  }

  /**
   * Returns the loops for two classes.
   *
   * @param from of the segment that will be read
   * @param to of the segment that will be written
   * @return the same object for the same two classes
   */
  public T of(Class<?> from, Class<?> to) {
    return bySource.get(from).get(to);
  }

  private ClassValue<T> byTarget(Class<?> from) {
    return new ClassValue<>() {
      @Override
      protected T computeValue(Class<?> to) {
        return define(from, to);
      }
    };
  }

  private T define(Class<?> from, Class<?> to) {
    List<Object> data = new ArrayList<>(List.of(from, to));
    data.addAll(constants);
    try (InputStream code = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      MethodHandles.Lookup copy =
          lookup.defineHiddenClassWithClassData(code.readAllBytes(), data, true);
      return type.cast(
          copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class)).invoke());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Throwable e) {
      throw new LinkageError("cannot define the loops of " + from + " to " + to, e);
    }
  }
}
