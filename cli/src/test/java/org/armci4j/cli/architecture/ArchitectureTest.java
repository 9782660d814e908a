package org.armci4j.cli.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.util.Collection;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What holds for the classes of all modules: where arrows go, and that nothing is global. */
@AnalyzeClasses(packages = "org.armci4j", importOptions = MainClasses.class)
class ArchitectureTest {
  private static final String ROOT = "org.armci4j";

  /**
   * Types by which packages may know a package that knows them: the exceptions to {@link
   * #packagesAreFreeOfCircles}.
   */
  private static final Map<String, Set<String>> ROOT_TYPES =
      Map.of(
          "org.armci4j.collectives",
          Set.of(
              "CollectiveCalls",
              "CollectivesSettings",
              "Combiner",
              "ElementType",
              "Elements",
              "Operation",
              "Reduction"));

  /** The modules that each module's main classes may use; the JDK's module system knows it too. */
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          entry("bootstrap", Set.of()),
          entry("armci-core", Set.of("bootstrap")),
          entry("transports/network", Set.of("bootstrap", "armci-core")),
          entry("transports/verbs", Set.of("bootstrap", "armci-core", "transports/network")),
          entry("transports/ucx", Set.of("bootstrap", "armci-core", "transports/network")),
          entry("armci-strided", Set.of("bootstrap", "armci-core")),
          entry("collectives", Set.of("bootstrap", "armci-core")),
          entry("global-arrays", Set.of("bootstrap", "armci-core", "armci-strided", "collectives")),
          entry(
              "examples",
              Set.of("bootstrap", "armci-core", "armci-strided", "collectives", "global-arrays")),
          entry("testkit", Set.of("bootstrap", "armci-core", "armci-strided", "collectives")),
          entry("lab/contracts", Set.of("bootstrap", "armci-core", "armci-strided", "collectives")),
          entry(
              "benchmarks",
              Set.of(
                  "bootstrap",
                  "armci-core",
                  "armci-strided",
                  "collectives",
                  "global-arrays",
                  "examples",
                  "transports/network",
                  "transports/verbs")),
          entry(
              "lab",
              Set.of(
                  "bootstrap",
                  "armci-core",
                  "collectives",
                  "transports/network",
                  "transports/verbs",
                  "testkit",
                  "lab/contracts",
                  "benchmarks")),
          entry("cli", Set.of("bootstrap", "armci-core", "collectives", "global-arrays")));

  /**
   * Simple names that nested types share, with each other or with a top-level type. Each is read
   * behind the name of the type around it: the kind of a step, the settings' entry, the message.
   */
  private static final Set<String> SHARED_NAMES =
      Set.of(
          "Kind",
          "State",
          "Side",
          "Entry",
          // The same two settings of two networks, each with values of its own.
          "Atomics",
          "SameHost",
          // Whether a transport can be used, and the native library below it.
          "Availability",
          "Loaded",
          // The rendezvous' messages Message.Hello and Message.Report.
          "Hello",
          "Report");

  private static final Set<Class<?>> FORMATTING_TYPES =
      Set.of(String.class, PrintStream.class, PrintWriter.class);

  private static final Set<String> FORMATTING_METHODS =
      Set.of("format", "formatted", "printf", "toLowerCase", "toUpperCase");

  @ArchTest
  static final ArchRule packagesAreFreeOfCircles =
      slices()
          .assignedFrom(new EachPackage())
          .should()
          .beFreeOfCycles()
          .ignoreDependency(
              alwaysTrue(),
              describe("a type that inner packages may know", ArchitectureTest::isRootType));

  @ArchTest
  static final ArchRule onlyTheBootstrapKnowsNetty =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".bootstrap..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.netty..");

  /**
   * Where C2 leaves a slice as a call, which depends on what else has been compiled meanwhile, it
   * does not know the class of the result, and a loop over it is three times slower for good.
   */
  @ArchTest
  static final ArchRule loopsTakeNoSlices =
      noClasses()
          .that()
          .resideInAPackage(ROOT + ".kernel..")
          .should()
          .callMethodWhere(target(name("asSlice")));

  /** The user's locale may have other digits and letters; {@code Text.format} has one. */
  @ArchTest
  static final ArchRule textIsTheSameInEveryLocale =
      noClasses()
          .should()
          .callMethodWhere(
              describe("formats in the user's locale", ArchitectureTest::dependsOnLocale))
          .orShould()
          .accessClassesThat()
          .belongToAnyOf(DecimalFormat.class, Formatter.class, MessageFormat.class, Scanner.class);

  /** Assigns a slice to each package, also to {@code org.armci4j}, which a pattern leaves out. */
  private static final class EachPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }

  private static boolean dependsOnLocale(JavaMethodCall call) {
    List<JavaClass> parameters = call.getTarget().getRawParameterTypes();
    boolean named = !parameters.isEmpty() && parameters.getFirst().isEquivalentTo(Locale.class);
    return !named
        && FORMATTING_TYPES.stream().anyMatch(call.getTargetOwner()::isAssignableTo)
        && FORMATTING_METHODS.contains(call.getName());
  }

  private static boolean isRootType(JavaClass type) {
    return ROOT_TYPES
        .getOrDefault(type.getPackageName(), Set.of())
        .contains(topLevel(type).getSimpleName());
  }

  private static JavaClass topLevel(JavaClass one) {
    return one.getEnclosingClass().map(ArchitectureTest::topLevel).orElse(one);
  }

  /** Other modules may use all of the public API; the inner packages of its own module may not. */
  @ArchTest
  static void innerPackagesKnowOfTheirRootOnlyWhatIsNamed(JavaClasses classes) {
    Map<String, String> modules = SourceTree.modulesOfPackages();
    ROOT_TYPES.forEach(
        (root, allowed) -> {
          Set<String> known = new TreeSet<>();
          for (JavaClass one : classes) {
            String itsPackage = one.getPackageName();
            boolean inner =
                !itsPackage.equals(root)
                    && modules.getOrDefault(itsPackage, "").equals(modules.get(root));
            if (inner) {
              for (Dependency arrow : one.getDirectDependenciesFromSelf()) {
                JavaClass target = arrow.getTargetClass().getBaseComponentType();
                if (target.getPackageName().equals(root)) {
                  known.add(topLevel(target).getSimpleName());
                }
              }
            }
          }
          assertEquals(
              new TreeSet<>(allowed), known, "ROOT_TYPES: what inner packages know of " + root);
        });
  }

  @ArchTest
  static void modulesUseOnlyWhatIsBelowThem(JavaClasses classes) {
    Map<String, String> modules = SourceTree.modulesOfPackages();
    Map<String, Set<String>> wrong = new TreeMap<>();
    for (JavaClass one : classes) {
      String from = modules.get(one.getPackageName());
      for (Dependency arrow : one.getDirectDependenciesFromSelf()) {
        JavaClass target = arrow.getTargetClass().getBaseComponentType();
        String to = modules.get(target.getPackageName());
        if (to != null && !to.equals(from) && !ARROWS.getOrDefault(from, Set.of()).contains(to)) {
          wrong.computeIfAbsent(from + " -> " + to, _ -> new TreeSet<>()).add(one.getName());
        }
      }
    }
    assertEquals(Map.of(), wrong, "ARROWS says what is below a module");
  }

  /** {@link SourceTreeTest} looks at the files of the tests as well. */
  @ArchTest
  static void eachSimpleNameStandsOnce(JavaClasses classes) {
    Map<String, Set<String>> places = new TreeMap<>();
    for (JavaClass one : classes) {
      boolean isNamed = !one.isAnonymousClass() && !one.isLocalClass();
      if (isNamed && !one.getSimpleName().equals("package-info")) {
        places.computeIfAbsent(one.getSimpleName(), _ -> new TreeSet<>()).add(one.getName());
      }
    }
    places.values().removeIf(all -> all.size() == 1);
    Set<String> allowed = new TreeSet<>(SHARED_NAMES);
    assertEquals(allowed, places.keySet(), () -> "these stand more than once: " + places);
  }

  /** Many ranks fit into one JVM, so what is static belongs to none of them. */
  @ArchTest
  static void noStaticFieldCanChange(JavaClasses classes) {
    Set<String> changing = new TreeSet<>();
    for (JavaClass one : classes) {
      for (JavaField field : one.getFields()) {
        if (field.getModifiers().contains(JavaModifier.STATIC)
            && !field.getModifiers().contains(JavaModifier.SYNTHETIC)
            && !isConstant(field)) {
          changing.add(field.getFullName());
        }
      }
    }
    assertEquals(Set.of(), changing, "give these to an object of the rank, or make them final");
  }

  /** Arrays count as constants: nothing tells those that are written from those that are read. */
  private static boolean isConstant(JavaField field) {
    return field.getModifiers().contains(JavaModifier.FINAL)
        && !(field.getRawType().getName().startsWith("java.")
            && isMutable(field.getRawType().reflect()));
  }

  private static boolean isMutable(Class<?> type) {
    boolean collection =
        Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    return type.getName().startsWith("java.util.concurrent.atomic.")
        || ThreadLocal.class.isAssignableFrom(type)
        || type == StringBuilder.class
        || (collection && !type.isInterface());
  }
}
