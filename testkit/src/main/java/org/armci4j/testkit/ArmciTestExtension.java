package org.armci4j.testkit;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Provides JUnit with the runs of each {@link ArmciTest}. */
public final class ArmciTestExtension implements TestTemplateInvocationContextProvider {
  /** System property that repeats a test with one seed. */
  static final String SEED_PROPERTY = "armci-test.seed";

  /** Makes the extension, for JUnit. */
  public ArmciTestExtension() {}

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), ArmciTest.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    ArmciTest test =
        AnnotationSupport.findAnnotation(context.getTestMethod(), ArmciTest.class).orElseThrow();
    Long only = Long.getLong(SEED_PROPERTY);
    LongStream seeds =
        only == null ? new SplittableRandom().longs(test.seeds()) : LongStream.of(only);
    return seeds.mapToObj(seed -> new RankedInvocation(test, seed));
  }
}
