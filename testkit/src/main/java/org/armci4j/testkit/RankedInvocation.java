package org.armci4j.testkit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.armci4j.Armci;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** Runs an {@link ArmciTest} once with one seed: turns JUnit's call into one on every rank. */
record RankedInvocation(ArmciTest test, long seed)
    implements TestTemplateInvocationContext, ParameterResolver, InvocationInterceptor {
  private static final Set<Class<?>> PER_RANK =
      Set.of(Armci.class, Random.class, SplittableRandom.class, RandomGenerator.class);

  @Override
  public String getDisplayName(int invocationIndex) {
    return Text.format(
        "%d ranks, %s%s, seed %d",
        test.ranks(),
        test.processes() ? "processes" : "threads",
        test.transport().isEmpty() ? "" : ", " + test.transport(),
        seed);
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(this);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return isPerRank(parameter.getParameter().getType())
        && AnnotationSupport.isAnnotated(parameter.getDeclaringExecutable(), ArmciTest.class);
  }

  static boolean isPerRank(Class<?> type) {
    return PER_RANK.contains(type);
  }

  /** Returns null, because every rank gets its own value later. */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return null;
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    invocation.skip();
    Method method = call.getExecutable();
    List<RankFailure> failures =
        test.processes()
            ? new TestProcesses(test, seed).run(context.getRequiredTestClass(), method)
            : inThreads(call.getTarget().orElse(null), method, call.getArguments().toArray());
    RankFailure.throwMerged(
        failures, Text.format("to repeat: -D%s=%d", ArmciTestExtension.SEED_PROPERTY, seed));
  }

  private List<RankFailure> inThreads(Object instance, Method method, Object[] arguments) {
    RankThreads threads =
        RankThreads.of(test.ranks())
            .within(Duration.ofSeconds(test.timeoutSeconds()))
            .with(CollectivesSettings.CHECK, checksCollectives());
    return (test.transport().isEmpty() ? threads : threads.over(test.transport()))
        .failures(armci -> call(instance, method, arguments, armci, seed));
  }

  /**
   * Returns whether ranks compare their collectives' calls: true, unless the settings say
   * otherwise.
   */
  static boolean checksCollectives() {
    Settings settings = Settings.of(CollectivesSettings.ALL).ignoreUnknown().resolve();
    return settings.origin(CollectivesSettings.CHECK).equals(Settings.DEFAULT)
        || settings.get(CollectivesSettings.CHECK);
  }

  /** Calls the method on one rank. */
  static void call(Object instance, Method method, Object[] given, Armci armci, long seed) {
    Object[] arguments = given.clone();
    Class<?>[] types = method.getParameterTypes();
    for (int i = 0; i < types.length; i++) {
      if (types[i] == Armci.class) {
        arguments[i] = armci;
      } else if (isPerRank(types[i])) {
        arguments[i] = random(types[i], seed, armci.rank());
      }
    }
    // Invokes by JUnit, because a test's package may be open to JUnit only.
    ReflectionSupport.invokeMethod(method, instance, arguments);
  }

  private static RandomGenerator random(Class<?> type, long seed, int rank) {
    long ofRank = new SplittableRandom(seed + rank).nextLong();
    return type == Random.class ? new Random(ofRank) : new SplittableRandom(ofRank);
  }
}
