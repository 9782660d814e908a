package org.armci4j.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * Loops between two memory segments, one copy of their code for each pair of implementation classes
 * of {@link MemorySegment} (native, mapped, a heap array of one type).
 *
 * <p>Why one per pair: every access to a segment asks the segment for its base by a virtual call,
 * which the JIT removes only where it knows the class. Its knowledge comes from a profile that the
 * whole JVM shares; once three classes have been seen, each access costs 8 to 15 ns instead of 0.5,
 * and vectors are objects. So the loops are written once, in a template, and defined again as a
 * hidden class for each pair, where the two classes are constants that it gets by {@link
 * MethodHandles#classDataAt}. That takes about a millisecond, once per pair. What is kept is code,
 * not state.
 *
 * @param <T> what the template implements
 */
public final class ExactClasses<T> {
  private final Class<T> type;
  private final Class<? extends T> template;
  private final MethodHandles.Lookup lookup;
  private final ClassValue<ClassValue<T>> bySource =
      new ClassValue<>() {
        @Override
        protected ClassValue<T> computeValue(Class<?> from) {
          return byTarget(from);
        }
      };

  /**
   * Defines nothing yet.
   *
   * @param type what the template implements
   * @param template a class with a constructor of no arguments, and no nested classes
   * @param lookup of the template's package
   */
  public ExactClasses(Class<T> type, Class<? extends T> template, MethodHandles.Lookup lookup) {
    this.type = type;
    this.template = template;
    this.lookup = lookup;
  }

  /**
   * The loops for the classes of these two.
   *
   * @param from the segment that will be read
   * @param to the segment that will be written
   * @return the same object for the same two classes
   */
  public T between(MemorySegment from, MemorySegment to) {
    return of(from.getClass(), to.getClass());
  }

  /** The loops for two classes. */
  T of(Class<?> from, Class<?> to) {
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
    try (InputStream code = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      MethodHandles.Lookup copy =
          lookup.defineHiddenClassWithClassData(code.readAllBytes(), List.of(from, to), true);
      return type.cast(
          copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class)).invoke());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Throwable e) {
      throw new LinkageError("cannot define the loops of " + from + " to " + to, e);
    }
  }
}
