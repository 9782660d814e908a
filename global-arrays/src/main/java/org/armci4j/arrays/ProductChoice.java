package org.armci4j.arrays;

import java.util.List;
import java.util.ServiceLoader;
import org.armci4j.Armci;
import org.armci4j.arrays.kernel.DoubleProduct;
import org.armci4j.arrays.product.LocalProduct;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/** Chooses what multiplies a rank's own parts of matrices. */
final class ProductChoice {
  private ProductChoice() {}

  /** Returns an object of the class that the settings name, or else the built-in loops. */
  static LocalProduct of(Armci armci) {
    String name = armci.settings().with(ArraysSettings.ALL).get(ArraysSettings.PRODUCT);
    if (name.isEmpty()) {
      return new DoubleProduct();
    }
    List<ServiceLoader.Provider<LocalProduct>> providers =
        ServiceLoader.load(LocalProduct.class).stream().toList();
    return providers.stream()
        .filter(provider -> provider.type().getName().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(armci.rank(), name, providers))
        .get();
  }

  private static ArmciException unknown(
      int rank, String name, List<ServiceLoader.Provider<LocalProduct>> providers) {
    return new ArmciException(
        Text.format(
            "GlobalArrays.of by rank %d: arraysProduct names %s, which is no service provider of"
                + " %s; providers are %s. Name it in META-INF/services or in module-info.java, or"
                + " leave the setting out",
            rank,
            name,
            LocalProduct.class.getName(),
            providers.stream().map(provider -> provider.type().getName()).toList()));
  }
}
