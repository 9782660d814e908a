package org.armci4j.arrays;

import java.util.List;
import java.util.ServiceConfigurationError;
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
    try {
      return provider(armci.rank(), name).get();
    } catch (ServiceConfigurationError e) {
      throw new ArmciException(
          Text.format(
              "%s: a service provider of %s cannot be made: %s",
              place(armci.rank(), name), LocalProduct.class.getName(), reason(e)),
          e);
    }
  }

  private static ServiceLoader.Provider<LocalProduct> provider(int rank, String name) {
    List<ServiceLoader.Provider<LocalProduct>> providers =
        ServiceLoader.load(LocalProduct.class).stream().toList();
    return providers.stream()
        .filter(provider -> provider.type().getName().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(rank, name, providers));
  }

  /** Returns the loader's own words, which name the class, and what its constructor has thrown. */
  private static String reason(ServiceConfigurationError e) {
    return e.getCause() == null ? e.getMessage() : e.getMessage() + ": " + e.getCause();
  }

  private static String place(int rank, String name) {
    return Text.format("GlobalArrays.of by rank %d: arraysProduct names %s", rank, name);
  }

  private static ArmciException unknown(
      int rank, String name, List<ServiceLoader.Provider<LocalProduct>> providers) {
    return new ArmciException(
        Text.format(
            "%s, which is no service provider of %s; providers are %s. Name it in META-INF/services"
                + " or in module-info.java, or leave the setting out",
            place(rank, name),
            LocalProduct.class.getName(),
            providers.stream().map(provider -> provider.type().getName()).toList()));
  }
}
