package org.armci4j.transport.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.armci4j.transport.SegmentList;

/**
 * Copies the segments of a list between two memories that loads and stores reach, for one pair of
 * implementation classes of {@link MemorySegment} (native, mapped, a heap array of one type).
 *
 * <p>Why one per pair: every access to a segment asks the segment for its base by a virtual call,
 * which the JIT removes only where it knows the class. Its knowledge comes from a profile that the
 * whole JVM shares; once three classes have been seen, each access costs 8 to 15 ns instead of 0.5.
 * So the loops exist once, in {@link ExactListCopier}, and are defined again as a hidden class for
 * each pair, where the two classes are constants. That takes about a millisecond, once per pair.
 */
interface ListCopier {
  /**
   * Copies. The bytes of both sides lie inside their memories.
   *
   * @param list which bytes
   * @param from the memory to read
   * @param fromBase base offset in it
   * @param fromSide the side of the list that describes it
   * @param to the memory to write
   * @param toBase base offset in it
   * @param toSide the side of the list that describes it
   */
  void copy(
      SegmentList list,
      MemorySegment from,
      long fromBase,
      SegmentList.Side fromSide,
      MemorySegment to,
      long toBase,
      SegmentList.Side toSide);

  /** The copier for the classes of these two. */
  static ListCopier between(MemorySegment from, MemorySegment to) {
    return Cache.BY_SOURCE.get(from.getClass()).get(to.getClass());
  }

  /** Makes copiers and keeps them as long as the classes live; what it keeps is code, not state. */
  final class Cache {
    private static final ClassValue<ClassValue<ListCopier>> BY_SOURCE =
        new ClassValue<>() {
          @Override
          protected ClassValue<ListCopier> computeValue(Class<?> from) {
            return byTarget(from);
          }
        };

    private Cache() {}

    private static ClassValue<ListCopier> byTarget(Class<?> from) {
      return new ClassValue<>() {
        @Override
        protected ListCopier computeValue(Class<?> to) {
          return define(from, to);
        }
      };
    }

    private static ListCopier define(Class<?> from, Class<?> to) {
      Class<?> template = ExactListCopier.class;
      try (InputStream code = template.getResourceAsStream(template.getSimpleName() + ".class")) {
        MethodHandles.Lookup copy =
            MethodHandles.lookup()
                .defineHiddenClassWithClassData(code.readAllBytes(), List.of(from, to), true);
        return (ListCopier)
            copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class)).invoke();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (Throwable e) {
        throw new LinkageError("cannot define the copier of " + from + " to " + to, e);
      }
    }
  }
}
