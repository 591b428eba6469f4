package io.quarkiverse.localtask.deployment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jboss.jandex.ArrayType;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.ParameterizedType;
import org.jboss.jandex.Type;
import org.jboss.jandex.TypeVariable;

/**
 * A class with its type variables bound as far as they are known: {@code Page<Order>} is the class {@code Page} with
 * {@code T = Order}.
 */
final class BoundType {

    private final ClassInfo info;
    private final Map<String, Type> bindings;
    private final IndexView index;

    private BoundType(ClassInfo info, Map<String, Type> bindings, IndexView index) {
        this.info = info;
        this.bindings = bindings;
        this.index = index;
    }

    static BoundType of(ClassInfo info, IndexView index) {
        return new BoundType(info, Map.of(), index);
    }

    /** @return empty for a type that is not a class, or whose class is neither indexed nor on the class path */
    static Optional<BoundType> of(Type type, IndexView index) {
        if (type == null || type.kind() != Type.Kind.CLASS && type.kind() != Type.Kind.PARAMETERIZED_TYPE) {
            return Optional.empty();
        }
        ClassInfo info = index.getClassByName(type.name());
        if (info == null) {
            return Optional.empty();
        }
        Map<String, Type> bindings = new HashMap<>();
        List<TypeVariable> variables = info.typeParameters();
        if (type.kind() == Type.Kind.PARAMETERIZED_TYPE) {
            List<Type> arguments = type.asParameterizedType().arguments();
            for (int i = 0; i < Math.min(variables.size(), arguments.size()); i++) {
                bindings.put(variables.get(i).identifier(), arguments.get(i));
            }
        }
        return Optional.of(new BoundType(info, bindings, index));
    }

    ClassInfo info() {
        return info;
    }

    /** @return the type with the variables replaced that are bound here */
    Type resolve(Type type) {
        return switch (type.kind()) {
            case TYPE_VARIABLE -> bindings.getOrDefault(type.asTypeVariable().identifier(), type);
            case PARAMETERIZED_TYPE -> ParameterizedType.create(type.name(),
                    type.asParameterizedType().arguments().stream().map(this::resolve).toArray(Type[]::new));
            case ARRAY -> ArrayType.create(resolve(type.asArrayType().constituent()), type.asArrayType().dimensions());
            case WILDCARD_TYPE -> resolve(type.asWildcardType().extendsBound());
            default -> type;
        };
    }

    /** @return this class as seen from a method that has type variables of its own, which hide those of the class */
    BoundType hiding(List<TypeVariable> variables) {
        Map<String, Type> visible = new HashMap<>(bindings);
        variables.forEach(variable -> visible.remove(variable.identifier()));
        return new BoundType(info, visible, index);
    }

    /** @return this class, its superclasses and its interfaces, nearest first, each once */
    List<BoundType> hierarchy() {
        List<BoundType> hierarchy = new ArrayList<>();
        collect(hierarchy, new HashSet<>());
        return hierarchy;
    }

    private void collect(List<BoundType> hierarchy, Set<DotName> seen) {
        if (!seen.add(info.name())) {
            return;
        }
        hierarchy.add(this);
        List<Type> supertypes = new ArrayList<>();
        if (info.superClassType() != null) {
            supertypes.add(info.superClassType());
        }
        supertypes.addAll(info.interfaceTypes());
        for (Type supertype : supertypes) {
            of(resolve(supertype), index).ifPresent(bound -> bound.collect(hierarchy, seen));
        }
    }

    Optional<BoundType> as(DotName supertype) {
        return hierarchy().stream().filter(bound -> bound.info.name().equals(supertype)).findFirst();
    }
}
