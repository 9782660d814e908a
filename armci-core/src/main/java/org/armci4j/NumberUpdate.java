package org.armci4j;

/** Names the new value that an atomic operation computes from a floating-point word. */
enum NumberUpdate {
  ADD,
  MIN,
  MAX;

  double apply(double word, double operand) {
    return switch (this) {
      case ADD -> word + operand;
      case MIN -> Math.min(word, operand);
      case MAX -> Math.max(word, operand);
    };
  }

  float apply(float word, float operand) {
    return switch (this) {
      case ADD -> word + operand;
      case MIN -> Math.min(word, operand);
      case MAX -> Math.max(word, operand);
    };
  }
}
