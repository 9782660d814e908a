package org.armci4j.arrays;

import java.util.SplittableRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.armci4j.Armci;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.harness.RankThreads;

/**
 * Patches move as in a plain array, whatever the shape, the distribution, the type and the ranks.
 */
class AnyArrayTest {
  @Provide
  Arbitrary<ArrayCase> cases() {
    return ArrayCase.any();
  }

  @Property(tries = 100)
  void patchesMoveAsInAPlainArray(@ForAll("cases") ArrayCase one) {
    RankThreads.of(one.ranks()).run(armci -> run(armci, one));
  }

  @ArmciTest(ranks = 3, processes = true, timeoutSeconds = 300)
  void patchesMoveBetweenProcesses(Armci armci) {
    SplittableRandom random = new SplittableRandom(1);
    for (ElementKind kind : ElementKind.values()) {
      run(armci, new ArrayCase(3, new long[] {9, 7}, kind, 2, 1, random.nextLong()));
      run(armci, new ArrayCase(3, new long[] {5, 4, 6}, kind, 0, 0, random.nextLong()));
    }
  }

  @Property(tries = 100)
  void wholeArraysAreThoseOfTheModel(@ForAll("cases") ArrayCase one) {
    RankThreads.of(one.ranks())
        .run(armci -> new WholeProgram<>(armci, GlobalArrays.of(armci), one).run());
  }

  private static void run(Armci armci, ArrayCase one) {
    new PatchProgram<>(armci, one.create(GlobalArrays.of(armci)), one).run();
  }
}
