package org.armci4j.cli.api;

import static java.util.stream.Collectors.joining;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Describes public types in text: a line for each type, and below it one for each member that other
 * packages can use. The lines hold all that code depends on which is compiled against the type.
 * Members are sorted by name, as reflection has no order.
 */
final class ApiText {
  private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

  private ApiText() {}

  /**
   * Returns the lines of a type and of the public types in it.
   *
   * @param type a public type
   */
  static List<String> of(Class<?> type) {
    Stream<String> own = Stream.concat(Stream.of(head(type)), members(type).stream());
    Stream<String> nested =
        Arrays.stream(type.getDeclaredClasses())
            .filter(ApiText::isPublic)
            .sorted(Comparator.comparing(Class::getName))
            .flatMap(inner -> Stream.concat(Stream.of(""), of(inner).stream()));
    return Stream.concat(own, nested).toList();
  }

  private static String head(Class<?> type) {
    StringBuilder line = new StringBuilder(mark(type, Deprecated.class));
    line.append(mark(type, FunctionalInterface.class)).append(type.toGenericString());
    Class<?> parent = type.getSuperclass();
    if (parent != null
        && parent != Object.class
        && parent != Enum.class
        && parent != Record.class) {
      line.append(" extends ").append(type.getGenericSuperclass().getTypeName());
    }
    if (!type.isAnnotation()) {
      line.append(list(type.isInterface() ? "extends" : "implements", type.getGenericInterfaces()));
    }
    if (type.isSealed()) {
      line.append(list("permits", type.getPermittedSubclasses()));
    }
    return shorter(line.toString());
  }

  private static String list(String word, Type... types) {
    return types.length == 0
        ? ""
        : Arrays.stream(types)
            .map(Type::getTypeName)
            .sorted()
            .collect(joining(", ", " " + word + " ", ""));
  }

  private static Collection<String> members(Class<?> type) {
    Map<String, String> lines = new TreeMap<>(); // by the member's name
    for (Constructor<?> one : type.getDeclaredConstructors()) {
      add(lines, type, one, one.toGenericString().replace(type.getTypeName() + "(", "new("));
    }
    for (Field one : type.getDeclaredFields()) {
      add(lines, type, one, withoutOwner(one, one.toGenericString()) + constant(one));
    }
    Stream<Method> inherited =
        Arrays.stream(type.getMethods()).filter(one -> isHandedDown(type, one.getDeclaringClass()));
    for (Method one :
        Stream.concat(Arrays.stream(type.getDeclaredMethods()), inherited).distinct().toList()) {
      if (!OF_EVERY_OBJECT.contains(one.getName())) {
        add(lines, type, one, withoutOwner(one, one.toGenericString()) + defaultValue(one));
      }
    }
    return lines.values();
  }

  private static <M extends AnnotatedElement & Member> void add(
      Map<String, String> lines, Class<?> type, M member, String text) {
    if (isUsable(type, member)) {
      String line = mark(member, Deprecated.class) + shorter(text);
      lines.put(member.getName() + " " + line, "  " + line);
    }
  }

  /** Programs use what comes from a type that they cannot see by the name of the public type. */
  private static boolean isHandedDown(Class<?> type, Class<?> owner) {
    return owner != type && !isPublic(owner) && owner.getName().startsWith("org.armci4j.");
  }

  private static boolean isUsable(Class<?> type, Member member) {
    boolean hasHeirs = !Modifier.isFinal(type.getModifiers()) && !type.isSealed();
    int access = member.getModifiers();
    return !member.isSynthetic()
        && (Modifier.isPublic(access) || (hasHeirs && Modifier.isProtected(access)));
  }

  private static String withoutOwner(Member member, String text) {
    String name = " " + member.getName();
    return text.replace(
        " " + member.getDeclaringClass().getTypeName() + "." + member.getName(), name);
  }

  /** A constant is compiled into the code that uses it. */
  private static String constant(Field field) {
    boolean isCompiledIn = field.getType().isPrimitive() || field.getType() == String.class;
    int constant = Modifier.PUBLIC | Modifier.STATIC | Modifier.FINAL;
    if (!isCompiledIn || (field.getModifiers() & constant) != constant) {
      return "";
    }
    try {
      return " = " + quoted(field.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String defaultValue(Method method) {
    Object value = method.getDefaultValue();
    return value == null ? "" : " default " + quoted(value);
  }

  private static Object quoted(Object value) {
    return value instanceof String text ? '"' + text + '"' : value;
  }

  private static String mark(AnnotatedElement element, Class<? extends Annotation> annotation) {
    return element.isAnnotationPresent(annotation) ? "@" + annotation.getSimpleName() + " " : "";
  }

  /** Returns whether a type and the types around it are public. */
  static boolean isPublic(Class<?> type) {
    Class<?> around = type.getDeclaringClass();
    return Modifier.isPublic(type.getModifiers()) && (around == null || isPublic(around));
  }

  private static String shorter(String text) {
    return text.replaceAll("\\b(?:public|synchronized|native) |\\bjava\\.lang\\.(?=[A-Z])", "");
  }
}
