package org.armci4j.testkit.conformance.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the conformance kit leaves out no reduction of the product. */
class ElementModelTest {
  @ParameterizedTest
  @EnumSource
  void namesEveryReductionOfAType(ElementType type) throws IllegalAccessException {
    for (Field constant : Reduction.class.getFields()) {
      Reduction reduction = (Reduction) constant.get(null);
      assertEquals(
          takes(reduction, type),
          ElementModel.reductions(type).contains(reduction),
          () -> "whether ElementModel lists " + reduction + " of " + type);
    }
  }

  private static boolean takes(Reduction reduction, ElementType type) {
    try {
      return reduction.combiner(type) != null;
    } catch (ArmciException otherTypes) {
      return false;
    }
  }
}
