package org.armci4j.testkit.arguments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.call.Calls;
import org.armci4j.collectives.Collectives;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.error.ArmciException;
import org.armci4j.strided.Strided;

/** Lists the public methods with parameters, of all packages that users import. */
final class PublicOperations {
  private static final List<Class<?>> ONE_OF_EACH_PACKAGE =
      List.of(
          Armci.class,
          Calls.class,
          CompletionEvents.class,
          ArmciException.class,
          Strided.class,
          Collectives.class);

  /**
   * Types whose methods move no data and meet no other rank, each with the test of its arguments.
   */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("Accumulation", "HelperRequestTest, LoopsTest"),
          Map.entry("Agreement", "a record"),
          Map.entry("ArmciException", "an exception"),
          Map.entry("ArmciSettings", "SettingsTest"),
          Map.entry("ArmciTimeoutException", "an exception"),
          Map.entry("GroupRevokedException", "an exception"),
          Map.entry("RankFailedException", "an exception"),
          Map.entry("AlgorithmInfo", "a record"),
          Map.entry("ArrayLayout", "PlanTest"),
          Map.entry("AtomicUpdate", "an enumeration"),
          Map.entry("CollectivesSettings", "SettingsTest"),
          Map.entry("Combiner", "a function of the user's"),
          Map.entry("Comparison", "an enumeration"),
          Map.entry("ElementType", "an enumeration"),
          Map.entry("Lending", "LentMemoryTest, LentDestinationsTest"),
          Map.entry("Handler", "a function of the user's"),
          Map.entry("Operation", "an enumeration"),
          Map.entry("PlanBuffer", "PlanTest"),
          Map.entry("PlanCache", "PlanTest"),
          Map.entry("Section", "PlanTest, AnyShapeTest"),
          Map.entry("StridedSettings", "SettingsTest"),
          Map.entry("TransferPlan", "PlanTest, AnyShapeTest"));

  /** Methods that begin or end a runtime, or a group for good. */
  private static final Set<String> LIFE = Set.of("Armci.open", "Armci.abort", "Group.revoke");

  private PublicOperations() {}

  static List<Method> all() {
    return ONE_OF_EACH_PACKAGE.stream()
        .flatMap(PublicOperations::publicClasses)
        .filter(type -> !VALUES.containsKey(type.getSimpleName()))
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> method.getParameterCount() > 0 && !method.isSynthetic())
        .filter(method -> !LIFE.contains(name(method)))
        .sorted(Comparator.comparing(Method::toString))
        .toList();
  }

  /** Returns the class and the method, such as {@code Armci.put}. */
  static String name(Method method) {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }

  /** Returns the method with its parameters, such as {@code Armci.free(memory)}. */
  static String signature(Method method) {
    return Arrays.stream(method.getParameters())
        .map(parameter -> parameter.getType().getSimpleName() + " " + parameter.getName())
        .collect(Collectors.joining(", ", name(method) + "(", ")"));
  }

  /**
   * Returns the listed types without operations that no longer exist, so that the list stays true.
   */
  static Set<String> valuesThatAreNone() {
    Set<String> there =
        ONE_OF_EACH_PACKAGE.stream()
            .flatMap(PublicOperations::publicClasses)
            .map(Class::getSimpleName)
            .collect(Collectors.toSet());
    return VALUES.keySet().stream()
        .filter(name -> !there.contains(name))
        .collect(Collectors.toSet());
  }

  private static Stream<? extends Class<?>> publicClasses(Class<?> inPackage) {
    String folder = inPackage.getPackageName().replace('.', '/');
    try {
      URI place = inPackage.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path root = Path.of(place);
      if (Files.isDirectory(root)) {
        return classesIn(root.resolve(folder), inPackage.getPackageName());
      }
      try (FileSystem jar = FileSystems.newFileSystem(root)) {
        return classesIn(jar.getPath(folder), inPackage.getPackageName());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Stream<? extends Class<?>> classesIn(Path folder, String packageName)
      throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.contains("-info"))
          .map(name -> load(packageName + "." + name.substring(0, name.length() - 6)))
          .filter(type -> Modifier.isPublic(type.getModifiers()) && !type.isMemberClass())
          .toList()
          .stream();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
