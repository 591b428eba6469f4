package io.quarkiverse.localtask.deployment;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;

import io.quarkus.gizmo.ClassCreator;
import io.quarkus.gizmo.ClassOutput;
import io.quarkus.gizmo.FieldCreator;
import io.quarkus.gizmo.FieldDescriptor;
import io.quarkus.gizmo.MethodCreator;
import io.quarkus.gizmo.MethodDescriptor;

/**
 * Writes the bean that holds the emitters: one field for each messaging channel. Everything of reactive messaging is named by
 * text, since it is there only in applications that use it.
 */
final class MqEmittersGenerator {

    private static final String NAME = "io.quarkiverse.localtask.generated.GeneratedMqEmitters";
    private static final String SUPER = "io.quarkiverse.localtask.runtime.channel.mq.MqEmitters";
    private static final String EMITTER = "io.smallrye.reactive.messaging.MutinyEmitter";
    private static final String CHANNEL = "org.eclipse.microprofile.reactive.messaging.Channel";
    private static final DotName ON_OVERFLOW = DotName
            .createSimple("org.eclipse.microprofile.reactive.messaging.OnOverflow");
    private static final DotName STRATEGY = DotName
            .createSimple("org.eclipse.microprofile.reactive.messaging.OnOverflow$Strategy");

    private MqEmittersGenerator() {
    }

    static void generate(Collection<String> messagingChannels, ClassOutput output) {
        try (ClassCreator bean = ClassCreator.builder().classOutput(output).className(NAME).superClass(SUPER).build()) {
            bean.addAnnotation(Singleton.class);
            MethodCreator collect = bean.getMethodCreator("collect", void.class, Map.class)
                    .setModifiers(Modifier.PROTECTED);
            int index = 0;
            for (String channel : messagingChannels) {
                FieldDescriptor field = field(bean, "emitter" + index++, channel);
                collect.invokeInterfaceMethod(
                        MethodDescriptor.ofMethod(Map.class, "put", Object.class, Object.class, Object.class),
                        collect.getMethodParam(0), collect.load(channel),
                        collect.readInstanceField(field, collect.getThis()));
            }
            collect.returnVoid();
        }
    }

    private static FieldDescriptor field(ClassCreator bean, String name, String channel) {
        FieldCreator field = bean.getFieldCreator(name, EMITTER).setModifiers(Modifier.PUBLIC);
        field.setSignature("L" + EMITTER.replace('.', '/') + "<[B>;");
        field.addAnnotation(Inject.class);
        field.addAnnotation(CHANNEL).addValue("value", channel);
        // What waits is bounded by the channel; an emitter with a bound throws, or ends its stream.
        field.addAnnotation(AnnotationInstance.builder(ON_OVERFLOW)
                .add(AnnotationValue.createEnumValue("value", STRATEGY, "UNBOUNDED_BUFFER")).build());
        return field.getFieldDescriptor();
    }
}
