package org.armci4j.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a JUnit test that runs on several ranks at once. The failures of all ranks become one
 * report.
 *
 * <pre>{@code
 * @ArmciTest(ranks = 4)
 * void everyRankSeesItsNeighbour(Armci armci, Random random) {
 *   …
 * }
 * }</pre>
 *
 * <p>The method may take the rank's open {@link org.armci4j.Armci} and a {@link java.util.Random},
 * {@link java.util.SplittableRandom} or {@link java.util.random.RandomGenerator}; each rank gets
 * another one. The test's name and the report tell the seed. The system property {@code
 * armci-test.seed} repeats the test with that seed.
 *
 * <p>Ranks that are threads share the instance of the test class, so its fields are shared memory.
 * Ranks that are processes have an instance each, made by the constructor without parameters.
 * Methods such as those with {@code @BeforeEach} run only in the JVM of the test.
 *
 * <p>A rank that fails ends the test on all ranks. An assumption that does not hold on some rank
 * aborts the test, if no rank fails. Shapes that overlap themselves are refused: see {@link
 * org.armci4j.strided.StridedSettings#CHECK_OVERLAP}. Collectives that ranks call differently are
 * refused on every rank, unless {@link org.armci4j.collectives.CollectivesSettings#CHECK} is set to
 * false.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ArmciTestExtension.class)
public @interface ArmciTest {
  /**
   * Sets the number of ranks.
   *
   * @return at least 1
   */
  int ranks() default 2;

  /**
   * Says whether each rank is a process of its own, which takes about a second more. Otherwise the
   * ranks are threads of this JVM.
   *
   * @return true for processes
   */
  boolean processes() default false;

  /**
   * Names the transport.
   *
   * @return its name, or an empty text for the one that the settings choose
   */
  String transport() default "";

  /**
   * Limits the time of the test. A late test fails with the stacks of all ranks.
   *
   * @return in seconds, at least 1
   */
  int timeoutSeconds() default 60;

  /**
   * Sets how often the test runs, each time with another seed.
   *
   * @return at least 1
   */
  int seeds() default 1;
}
